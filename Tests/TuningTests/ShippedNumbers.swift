/// The MIDI numbers of the shipped tunings, taken down apart from their files: a preset's id, then its strings.
///
/// Those of ratios are the nearest keys with Sa at C#4.
enum ShippedNumbers {
  static let strings: [(id: String, strings: String)] = table.split(separator: "\n").map { line in
    let words = line.split(separator: " ")
    return (String(words[0]), words.dropFirst().joined(separator: " "))
  }

  private static let table = """
    gtr-standard 40 45 50 55 59 64
    gtr-eb 39 44 49 54 58 63
    gtr-d 38 43 48 53 57 62
    gtr-csharp 37 42 47 52 56 61
    gtr-c 36 41 46 51 55 60
    gtr-b 35 40 45 50 54 59
    gtr-dropd 38 45 50 55 59 64
    gtr-dropcs 37 44 49 54 58 63
    gtr-dropc 36 43 48 53 57 62
    gtr-dropb 35 42 47 52 56 61
    gtr-dropas 34 41 46 51 55 60
    gtr-dropa 33 40 45 50 54 59
    gtr-ddropd 38 45 50 55 59 62
    gtr-dadgad 38 45 50 55 57 62
    gtr-opend 38 45 50 54 57 62
    gtr-opendm 38 45 50 53 57 62
    gtr-opene 40 47 52 56 59 64
    gtr-openem 40 47 52 55 59 64
    gtr-openg 38 43 50 55 59 62
    gtr-opengm 38 43 50 55 58 62
    gtr-openg5 43 50 55 59 62
    gtr-opena 40 45 52 57 61 64
    gtr-openam 40 45 52 57 60 64
    gtr-openc 36 43 48 55 60 64
    gtr-openc6 36 45 48 55 60 64
    gtr-openf 41 45 48 53 60 65
    gtr-cwahine 36 43 50 55 59 62
    gtr-gwahine 38 43 50 54 59 62
    gtr-maunaloa 36 43 52 55 57 64
    gtr-cgcgcd 36 43 48 55 60 62
    gtr-orkney 36 43 50 55 60 62
    gtr-dgdgcd 38 43 50 55 60 62
    gtr-asus4 40 45 50 52 57 64
    gtr-lute 40 45 50 54 59 64
    gtr-fourths 40 45 50 55 60 65
    gtr-thirds 40 44 48 52 56 60
    gtr-nst 36 43 50 57 64 67
    gtr-nashville 52 57 62 67 59 64
    gtr-tenor 48 55 62 69
    gtr-tenorchi 50 55 59 64
    gtr-requinto 45 50 55 60 64 69
    gtr-terz 43 48 53 58 62 67
    g7-standard 35 40 45 50 55 59 64
    g7-dropa 33 40 45 50 55 59 64
    g7-eb 34 39 44 49 54 58 63
    g7-a 33 38 43 48 53 57 62
    g7-choro 36 40 45 50 55 59 64
    g7-russian 38 43 47 50 55 59 62
    g8-standard 30 35 40 45 50 55 59 64
    g8-drope 28 35 40 45 50 55 59 64
    g8-f 29 34 39 44 49 54 58 63
    g9-standard 25 30 35 40 45 50 55 59 64
    gbar-b 35 40 45 50 54 59
    gbar-a 33 38 43 48 52 57
    gbar-c 36 41 46 51 55 60
    gbass6 28 33 38 43 47 52
    g12-standard 40+52 45+57 50+62 55+67 59 64
    g12-eb 39+51 44+56 49+61 54+66 58 63
    g12-d 38+50 43+55 48+60 53+65 57 62
    g12-dropd 38+50 45+57 50+62 55+67 59 64
    g12-openg 38+50 43+55 50+62 55+67 59 62
    g12-opend 38+50 45+57 50+62 54+66 57 62
    g12-dadgad 38+50 45+57 50+62 55+67 57 62
    g12-c 36+48 41+53 46+58 51+63 55 60
    g12-unison3 40+52 45+57 50+62 55 59 64
    b4-standard 28 33 38 43
    b4-dropd 26 33 38 43
    b4-eb 27 32 37 42
    b4-d 26 31 36 41
    b4-dropc 24 31 36 41
    b4-c 24 29 34 39
    b4-bead 23 28 33 38
    b4-tenor 33 38 43 48
    b4-fifths 24 31 38 45
    b4-piccolo 40 45 50 55
    b5-standard 23 28 33 38 43
    b5-highc 28 33 38 43 48
    b5-dropa 21 28 33 38 43
    b6-standard 23 28 33 38 43 48
    b7-standard 23 28 33 38 43 48 53
    b7-lowfs 18 23 28 33 38 43 48
    b8-octave 28+40 33+45 38+50 43+55
    uke-c 67 60 64 69
    uke-lowg 55 60 64 69
    uke-d 69 62 66 71
    uke-dlow 57 62 66 71
    uke-openc 67 60 64 67
    uke-bflat 65 58 62 67
    uke-bari 50 55 59 64
    uke-barihi 62 55 59 64
    uke-pocket 74 67 71 76
    uke-8 55+67 60+72 64 69
    uke-6 67 60+72 64 57+69
    guitalele 45 50 55 60 64 69
    bj-openg 67 50 55 59 62
    bj-dropc 67 48 55 59 62
    bj-dblc 67 48 55 60 62
    bj-dbld 69 50 57 62 64
    bj-modal 67 50 55 60 62
    bj-gminor 67 50 55 58 62
    bj-opend 66 50 54 57 62
    bj-opendm 69 50 53 57 62
    bj-openc 67 48 55 60 64
    bj-seeger 64 47 52 56 59
    bj-tenor 48 55 62 69
    bj-irish 43 50 57 64
    bj-chicago 50 55 59 64
    bj-plectrum 48 55 59 62
    bj-6 40 45 50 55 59 64
    bj-cello 36 43 50 57
    bj-uke 67 60 64 69
    mn-mandolin 55 62 69 76
    mn-gdad 55 62 69 74
    mn-aeae 57 64 69 76
    mn-mandola 48 55 62 69
    mn-octave 43 50 57 64
    mn-cello 36 43 50 57
    mn-bass 28 33 38 43
    mn-piccolo 60 67 74 81
    bz-irish 43 50 57 62
    bz-irishoct 43+55 50+62 57 62
    bz-irishgdae 43+55 50+62 57 64
    bz-adad 45 50 57 62
    bz-greek4 48+60 53+65 57 62
    bz-greek3 50+62 57 62
    bz-tzouras 50+62 57 62
    bz-baglamas 62+74 69 74
    ct-cittern5 38 43 50 57 62
    ct-cittern5b 43 50 57 62 69
    ct-waldzither 48 55 60 64 67
    vn 55 62 69 76
    va 48 55 62 69
    vc 36 43 50 57
    db 28 33 38 43
    db-solo 30 35 40 45
    db5 23 28 33 38 43
    db5c 24 28 33 38 43
    db-cext 24 33 38 43
    db-fifths 24 31 38 45
    db-vienna 29 33 38 42 45
    vn5 48 55 62 69 76
    vn-oct 43 50 57 64
    vc-bach5 36 43 50 55
    vc5 36 43 50 57 64
    vc-kodaly 35 42 50 57
    vn-danse 55 62 69 75
    fd-aeae 57 64 69 76
    fd-adae 57 62 69 76
    fd-aeacs 57 64 69 73
    fd-ddad 50 62 69 74
    fd-gdgd 55 62 67 74
    fd-gdgb 55 62 67 71
    fd-gdad 55 62 69 74
    fd-cajun 53 60 67 74
    vg-treble 50 55 60 64 69 74
    vg-alto 48 53 58 62 67 72
    vg-tenor 43 48 53 57 62 67
    vg-bass6 38 43 48 52 57 62
    vg-bass7 33 38 43 48 52 57 62
    vg-violoneg 31 36 41 45 50 55
    vg-violoned 26 31 36 40 45 50
    vg-pard6 55 60 64 69 74 79
    vg-pard5 55 62 69 74 79
    va-damore 45 50 57 62 66 69 74
    lt-ren6 43+55 48+60 53 57 62 67
    lt-ren8 38+50 41+53 43+55 48+60 53 57 62 67
    lt-ren10 36+48 38+50 39+51 41+53 43+55 48 53 57 62 67
    lt-bar11 36+48 38+50 40+52 41+53 43+55 45 50 53 57 62 65
    lt-bar13 33+45 35+47 36+48 38+50 40+52 41+53 43+55 45 50 53 57 62 65
    lt-theorbo 31 33 35 36 38 40 41 43 45 50 55 59 52 57
    lt-archlute 29 31 33 35 36 38 40 41 43 48 53 57 62 67
    vihuela6 43 48 53 57 62 67
    gt-bar-fr 57 50+62 55 59 64
    gt-bar-re 57 62 55 59 64
    gt-bar-it 45+57 50+62 55 59 64
    gt-ren4 55+67 60 64 69
    ct-ren 59 55 62 64
    eg-guittar 48 52 55 60 64 67
    hurdy-cg 43 48 55 60 67 67
    hardanger 57 62 69 76
    hardanger-troll 57 64 69 73
    nyckelharpa 48 55 60 69
    nyckelharpa5 48 55 62 69
    dulc-daa 50 57 57
    dulc-dad 50 57 62
    dulc-dag 50 57 55
    dulc-dac 50 57 60
    harp-lever34 36 38 39 41 43 44 46 48 50 51 53 55 56 58 60 62 63 65 67 68 70 72 74 75 77 79 80 82 84 86 87 89 \
    91 92
    harp-pedal47 23 25 27 28 30 32 34 35 37 39 40 42 44 46 47 49 51 52 54 56 58 59 61 63 64 66 68 70 71 73 75 76 \
    78 80 82 83 85 87 88 90 92 94 95 97 99 100 102
    autoharp36 41 43 48 50 52 53 54 55 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 \
    81 82 83 84
    kantele5 62 64 66 67 69
    st-dobro 43 47 50 55 59 62
    st-lowg 38 43 50 55 59 62
    st-opend 38 45 50 54 57 62
    st-opene 40 47 52 56 59 64
    st-openahi 45 49 52 57 61 64
    st-openalo 40 45 52 57 61 64
    st-c6 48 52 55 57 60 64
    st-c6-8g 45 48 52 55 57 60 64 67
    st-c6-8e 43 45 48 52 55 57 60 64
    st-c13-8 43 46 48 52 55 57 60 64
    st-a6-8 42 45 49 52 54 57 61 64
    st-e13-8 47 50 52 56 59 61 64 68
    st-b11 47 51 54 57 61 64
    st-e7-8 40 44 47 50 52 56 59 64
    st-psg-e9 47 50 52 54 56 59 64 68 63 66
    st-psg-c6 36 41 45 48 52 55 57 60 64 67
    wf-cavaquinho 62 67 71 74
    wf-cavaquinhoe 62 67 71 76
    wf-cuatro-ve 57 62 66 59
    wf-cuatro-pr 47+59 52+64 57 62 67
    wf-tres 55+67 60 52+64
    wf-charango 67 72 64+76 69 76
    wf-ronroco 55 60 52+64 57 64
    wf-tiple 50+62 55+67 59 64
    wf-timple 67 72 64 69 74
    wf-vihuela 57 62 67 59 64
    wf-guitarron 33 38 43 48 52 45
    wf-bajosexto 28+40 33+45 38+50 43 48 53
    wf-bajoquinto 33+45 38+50 43 48 53
    wf-viola-caipira 45+57 50+62 54+66 57 62
    wf-gp-lisboa 50+62 57+69 59+71 64 69 71
    wf-gp-coimbra 48+60 55+67 57+69 62 67 69
    wf-bandurria 56 61 66 71 76 81
    wf-laud 44 49 54 59 64 69
    wf-balalaika 64 64 69
    wf-bal-secunda 57 57 62
    wf-bal-alto 52 52 57
    wf-bal-bass 40 45 50
    wf-bal-contra 28 33 38
    wf-bal-piccolo 71 76 81
    wf-domra3 64 69 74
    wf-domra4 55 62 69 76
    wf-gadulka 57 52 69
    wf-lyra-crete 55 62 69
    wf-oud-arab 36 41 45 50 55 60
    wf-oud-arab2 38 43 45 50 55 60
    wf-oud-turk 37 42 47 52 57 62
    wf-oud-turk2 40 45 47 52 57 62
    wf-oud-iraq 41 48 50 55 60 65
    wf-saz-bozuk 43+55 50 45+57
    wf-saz-baglama 45+57 55 50+62
    wf-saz-misket 42+54 50 45+57
    wf-setar 48 60 55 60
    wf-tar 48+60 55 60
    wf-dombra 50 55
    wf-morinkhuur 53 58
    wf-koto-hira 62 55 57 58 62 63 67 69 70 74 75 79 81
    wf-koto-kumoi 62 55 56 60 62 63 67 68 72 74 75 79 81
    wf-koto-gaku 62 55 57 60 62 64 67 69 72 74 76 79 81
    wf-koto-nogi 62 55 57 59 62 64 67 69 71 74 76 79 81
    wf-koto-iwato 62 55 56 60 61 65 67 68 72 73 77 79 80
    wf-koto-kokin 62 67 57 60 62 63 67 69 72 74 75 79 81
    wf-sham-hon 47 52 59
    wf-sham-ni 47 54 59
    wf-sham-san 47 52 57
    wf-sanshin 48 53 60
    wf-gayageum 43 48 50 55 57 60 62 64 67 69 72 74
    wf-kalimba17 60 62 64 65 67 69 71 72 74 76 77 79 81 83 84 86 88
    wf-handpan 50 57 58 60 62 64 65 67 69
    wf-tinwhistle 74 76 78 79 81 83 85 86
    cn-erhu 62 69
    cn-gaohu 67 74
    cn-zhonghu 55 62
    cn-banhu 74 81
    cn-pipa 45 50 52 57
    cn-liuqin 55 62 67 74
    cn-xiaoruan 50 57 62 69
    cn-zhongruan 43 50 55 62
    cn-daruan 38 45 50 57
    cn-sanxian 43 50 55
    cn-guzheng-d 38 40 42 45 47 50 52 54 57 59 62 64 66 69 71 74 76 78 81 83 86
    cn-guzheng-g 38 40 43 45 47 50 52 55 57 59 62 64 67 69 71 74 76 79 81 83 86
    cn-guzheng-c 38 40 43 45 48 50 52 55 57 60 62 64 67 69 72 74 76 79 81 84 86
    cn-guzheng-a 37 40 42 45 47 49 52 54 57 59 61 64 66 69 71 73 76 78 81 83 85
    cn-guqin 36 38 41 43 45 48 50
    cn-guqin-manjiao 36 38 40 43 45 48 50
    cn-guqin-ruibin 36 38 41 43 46 48 50
    cn-dizi-d 69 71 73 74 76 78 79
    cn-dizi-c 67 69 71 72 74 76 77
    cn-dizi-g 74 76 78 79 81 83 84
    cn-dizi-f 72 74 76 77 79 81 82
    cn-dizi-a 76 78 80 81 83 85 86
    cn-xiao-g 62 64 66 67 69 71 72
    wa-kora-silaba 41 48 50 52 53 55 57 58 60 62 64 65 67 69 70 72 74 76 77 79 81
    wa-kora-sauta 41 48 50 52 53 55 57 59 60 62 64 65 67 69 71 72 74 76 77 79 81
    wa-kora-hardino 41 48 50 52 53 55 57 58 60 62 64 65 67 69 70 72 74 76 77 79 81
    wa-kora-tomora 41 48 50 51 53 55 56 58 60 62 63 65 67 68 70 72 74 75 77 79 80
    wa-donso6 48 50 53 55 58 60
    wa-donso6b 48 50 53 55 59 60
    wa-kamale6 50 53 55 57 60 62
    wa-kamale8 52 54 57 59 62 64 66 69
    wa-kamale8d 50 53 55 57 60 62 65 67
    wa-kamale10 45 48 50 53 55 57 60 62 65 67
    wa-kamale12 43 45 48 50 53 55 57 60 62 65 67 69
    wa-jeli 72 62 67 74
    wa-akonting 50 55 65
    tan-pa 56 61 61 49
    tan-ma 54 61 61 49
    tan-ni 60 61 61 49
    tan-pani 56 60 61 61 49
    tan-madha 54 58 61 61 49
    tan-mani 54 60 61 61 49
    tan-dha 58 61 61 49
    tan-ga 53 61 61 49
    sitar-maihar 54 49 44 37 56 61 73
    sitar-vilayat 54 49 53 56 61 73
    sitar-taraf13 61 60 61 63 65 66 68 68 70 72 73 75 77
    sitar-taraf11 60 61 63 65 66 68 70 72 73 75 77
    sarod-maihar 54 49 44 37
    sarod-bangash 54 49 44 37
    surbahar 54 49 44 37 56 61 73
    veena 61 56 49 44 61 68 73
    rudra-veena 54 49 44 37 61 73 49
    dilruba 54 49 44 37
    esraj 54 49 44 37
    sarangi 61 56 49 49
    violin-carnatic 49 56 61 68
    violin-hindustani 44 49 56 61
    """
}
