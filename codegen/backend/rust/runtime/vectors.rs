//! The golden vectors, as requests of the line protocol with what is to come back.

#[path = "../examples/firmware.rs"]
mod firmware;

fn play(text: &str) {
    let mut server = firmware::Server::default();
    let mut played = 0;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        let (request, reply) = line.split_once(" =").expect("a request and a reply");
        let want = format!("ok{}", reply.split(" ;").next().unwrap_or(reply));
        let have = server.answer(request);
        assert!(have == want || want == "ok *", "line {}: {request}: {have}, want {want}", number + 1);
        played += 1;
    }
    assert!(played > 0);
}
<%range .%>
#[test]
fn <%index . 0%>() {
    play(include_str!("vectors/<%index . 1%>.txt"));
}
<%end%>