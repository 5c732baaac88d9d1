for dev in ionic_0 ionic_1; do
    sudo nicctl update dcqcn -r $dev -i 1 \
        --token-bucket-size 800000 --ai-rate 160 --alpha-update-interval 2 \
        --alpha-update-g=512 --initial-alpha-value 64 --rate-increase-interval 5 \
        --cnp-dscp 46 --clamp-target-rate enable --something-new 3
done
