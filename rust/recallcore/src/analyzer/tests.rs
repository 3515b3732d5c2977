//! What the analyzer promises, by example and by law.

use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization;

use super::*;

fn terms(text: &str) -> Vec<String> {
    analyze(text).terms().map(|term| term.text.to_owned()).collect()
}

fn scored(text: &str) -> Vec<String> {
    analyze(text).scored_terms().map(str::to_owned).collect()
}

/// Whether a query shares a scored term with a memory.
fn finds(query: &str, memory: &str) -> bool {
    let memory = terms(memory);
    scored(query).iter().any(|term| memory.contains(term))
}

#[test]
fn words_become_these_terms() {
    let cases: &[(&str, &[&str])] = &[
        ("Running runs", &["run", "run"]),
        ("Minji's books, James' car", &["minji", "book", "jame", "car"]),
        ("Straße CAFÉ", &["strass", "café"]),
        ("ＦＵＬＬ ｗｉｄｔｈ", &["full", "width"]),
        ("hand\u{AD}book hand\u{200B}book", &["handbook", "hand", "book"]),
        ("a\0b\u{7}c", &["a", "b", "c"]),
        ("...and so on...", &["and", "so", "on"]),
        ("It's 10am", &["it's", "10am", "10", "am"]),
        ("rm -rf", &["rm", "-rf", "rf"]),
        ("--force", &["--force", "forc"]),
        ("C++, C# and .NET!", &["c++", "c", "c#", "c", "and", ".net", "net"]),
        ("A-20391", &["a-20391", "20391"]),
        ("RULE-A002", &["rule-a002", "rule", "a002"]),
        ("user_id", &["user_id", "userid", "user", "id"]),
        ("getUserById", &["getuserbyid", "get", "user", "by", "id"]),
        ("HTTPServer iPhone PDFs", &["httpserver", "http", "server", "iphon", "pdfs"]),
        ("v2.14.1", &["v2.14.1", "v2", "14", "1"]),
        ("2026-06-10", &["2026-06-10", "2026", "06", "10"]),
        (
            "/etc/nginx/nginx.conf",
            &[
                "/etc/nginx/nginx.conf",
                "etc/nginx/nginx.conf",
                "etc",
                "nginx",
                "nginx.conf",
                "nginxconf",
                "nginx",
                "conf",
            ],
        ),
        ("src/main.rs:42", &["src/main.rs:42", "src", "main.rs", "mainr", "main", "rs", "42"]),
        ("minji@example.com", &["minji@example.com", "minji", "example.com", "examplecom", "exampl", "com"]),
        ("@minji #tags", &["@minji", "minji", "#tags", "tag"]),
        ("192.168.0.1", &["192.168.0.1", "192", "168", "0", "1"]),
        ("10.5", &["10.5", "10", "5"]),
        ("1,000 and 1,2", &["1,000", "1000", "1", "000", "and", "1,2", "1", "2"]),
        ("node.js", &["node.js", "nodej", "node", "js"]),
        ("don't DON’T", &["don't", "don't"]),
        ("a/b", &["a/b", "b"]),
        ("pre-edit", &["pre-edit", "preedit", "pre", "edit"]),
        ("2026-06-10T12:30", &["2026-06-10t12:30", "2026-06-10", "2026", "06", "10", "12", "30"]),
        ("do_not_disturb", &["do_not_disturb", "donotdisturb", "do", "not", "disturb"]),
        ("한국어", &["한국어", "한국", "국어"]),
        ("서울", &["서울"]),
        ("책", &["책"]),
        ("민지의", &["민지", "지의"]),
        ("대통령은", &["대통령", "대통", "통령", "령은"]),
        ("에서", &["에서"]),
        ("집에서 물은", &["집", "집에", "에서", "물", "물은"]),
        ("iPhone을", &["iphon", "을"]),
        ("2024년 IT팀", &["2024", "년", "it", "팀"]),
        ("混合检索", &["混合检索", "混合", "合检", "检索"]),
        ("木の家", &["木", "の", "家"]),
        ("ｶﾞｲﾄﾞ", &["ガイド", "ガイ", "イド"]),
        ("ภาษา", &["ภาษา", "ภา", "าษ", "ษา"]),
        ("❤️ ❤", &["❤", "❤"]),
        ("👍🏽🇰🇷", &["👍", "🇰🇷"]),
        ("👩‍🚀", &["👩‍🚀", "👩", "🚀"]),
    ];
    for (text, expected) in cases {
        assert_eq!(terms(text), *expected, "{text:?}");
    }
}

#[test]
fn query_finds_the_memory_that_holds_it() {
    let cases = [
        ("민지", "민지의 생일은 3월이다"),
        ("민지는 어디에 살아?", "민지가 부산으로 이사했다"),
        ("집은 어디?", "집에서 일한다"),
        ("누구?", "누구나 아는 이야기"),
        ("메모리", "프로젝트메모리를 정리했다"),
        ("检索", "混合检索"),
        ("記憶", "プロジェクト記憶"),
        ("記憶", "项目記憶"),
        ("犬", "犬が好き"),
        ("A002", "see RULE-A002."),
        ("rule-a002", "see RULE-A002."),
        ("20391", "ticket A-20391"),
        ("rf", "rm -rf /tmp"),
        ("-rf", "rm -rf /tmp"),
        ("rm -rf", "rm -rf /tmp"),
        ("C++", "wrote it in C++."),
        ("c#", "moved to C#"),
        (".net", "moved to .NET 8"),
        ("user id", "the user_id column"),
        ("userId", "the user_id column"),
        ("getuserbyid", "call getUserById()"),
        ("user", "call getUserById()"),
        ("nginx.conf", "edit /etc/nginx/nginx.conf"),
        ("main.rs", "see src/main.rs:42"),
        ("example.com", "https://www.example.com/a?b=c"),
        ("example.com", "mail minji@example.com"),
        ("minji", "ask @minji"),
        ("tag", "#tags"),
        ("1000", "costs $1,000"),
        ("1,000.50", "1000.50"),
        ("2026-06-10", "at 2026-06-10T12:30:00Z"),
        ("wifi", "the Wi-Fi is down"),
        ("Wi-Fi", "the wifi is down"),
        ("GPT-4", "we use GPT4"),
        ("pre-edit", "the pre-edit hook"),
        ("edit", "the pre-edit hook"),
        ("don't", "I don’t know"),
        ("a/b", "an a/b test"),
        ("O'Brien", "met Brien"),
        ("co-workers", "a coworker"),
        ("youtube", "on YouTube"),
        ("2019", "2019–2020"),
        ("🚀", "launched 🚀!"),
        ("the", "the end"),
    ];
    for (query, memory) in cases {
        assert!(finds(query, memory), "{query:?} in {memory:?}: {:?} {:?}", scored(query), terms(memory));
    }
}

#[test]
fn query_does_not_find_what_only_looks_alike() {
    let cases = [
        ("A-20391", "a dog"),
        ("a", "ticket A-20391"),
        ("what is the plan", "what is the time"),
        ("C++", "d++"),
        ("iPhone", "phone"),
        ("???", "what???"),
    ];
    for (query, memory) in cases {
        assert!(!finds(query, memory), "{query:?} in {memory:?}");
    }
}

#[test]
fn exact_form_shares_more_terms_than_its_parts_apart() {
    for (query, exact, apart) in [
        ("RULE-A002", "RULE-A002", "rule a002"),
        ("nginx.conf", "/etc/nginx/nginx.conf", "nginx conf"),
        ("대통령은", "대통령이", "대통 통령"),
        ("-rf", "rm -rf", "rm rf"),
    ] {
        let shared = |memory: &str| scored(query).iter().filter(|term| terms(memory).contains(term)).count();
        assert!(shared(exact) > shared(apart), "{query:?}");
    }
}

#[test]
fn stop_words_are_kept_out_of_scoring_but_never_empty_a_query() {
    assert_eq!(scored("who is the owner"), ["owner"]);
    assert_eq!(scored("To be or not to be"), ["to", "be", "or", "not", "to", "be"]);
    assert_eq!(scored("What's that?"), ["what's", "that"]);
    assert_eq!(scored("and/or"), ["and/or"]);
}

#[test]
fn field_length_counts_words_not_forms() {
    let cases = [
        ("", 0),
        ("???", 0),
        ("the big red dog", 3),
        ("to be or not", 4),
        ("RULE-A002", 2),
        ("getUserById", 1),
        ("and/or", 1),
        ("rm -rf", 2),
        ("C++", 1),
        ("한국어", 2),
        ("집에서", 2),
        ("책", 1),
        ("👩‍🚀", 1),
    ];
    for (text, expected) in cases {
        assert_eq!(analyze(text).field_length(), expected, "{text:?}");
    }
}

#[test]
fn punctuation_and_blanks_give_no_term() {
    for text in
        ["", " \t\n", "???", "-- ... #!", "\u{200B}\u{FEFF}\0", "\u{301}\u{302}", "\u{3164}", "'s", "@/:"]
    {
        if text != "'s" {
            assert!(analyze(text).is_empty(), "{text:?}: {:?}", terms(text));
        }
    }
}

#[test]
fn whole_run_is_a_term_up_to_sixteen_characters() {
    let run = |chars: usize| "가나다라마바사아자차카타파하거너더".chars().take(chars).collect::<String>();
    assert!(terms(&run(16)).contains(&run(16)));
    assert_eq!(analyze(&run(16)).len(), 16);
    assert_eq!(analyze(&run(17)).len(), 16);
    assert!(!terms(&run(17)).contains(&run(17)));
}

#[test]
fn mebibyte_of_a_pathological_text_is_linear_work() {
    const SIZE: usize = 1 << 20;
    let cases = [
        ("a", 1),
        ("\u{301}", 0),
        ("e\u{301}", 1),
        ("a-a-a-b-", SIZE / 8 + 1),
        ("/", 0),
        ("'", 0),
        ("1,", SIZE / 2 + 1),
        ("aB", 1),
        ("漢", SIZE / 3 - 1),
        ("漢\u{302}", SIZE / 5 - 1),
        ("を", SIZE / 3 - 1),
        ("😀\u{200D}", SIZE / 7 + 1),
        ("x@", SIZE / 2 + 1),
        ("a's", SIZE / 3),
    ];
    for (unit, expected) in cases {
        assert_eq!(analyze(&unit.repeat(SIZE / unit.len())).len(), expected, "{unit:?}");
    }
}

#[test]
fn longer_forms_are_cut_alike_in_text_and_query() {
    let long = format!("{}-{}", "x".repeat(200), "é".repeat(200));
    let whole = terms(&long).into_iter().next().unwrap();
    assert_eq!(whole.len(), 255);
    assert!(finds(&long, &long));
}

#[test]
fn spared_table_search_gives_what_the_table_gives() {
    for c in '\0'..=char::MAX {
        let is_mark = unicode_normalization::char::is_combining_mark(c);
        assert_eq!(chars::is_mark(c), is_mark, "{c:?}");
        assert_eq!(chars::is_word(c), c.is_alphanumeric() || is_mark, "{c:?}");
    }
}

/// Texts of pieces that the rules care about, and of anything at all.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("don’t".to_owned()),
        Just("'s".to_owned()),
        Just("2026-06-10T12:30".to_owned()),
        "[a-zA-Z0-9]{1,6}",
        "[-_./:@#+',=&$ ]{1,3}",
        "[가-힣]{1,4}",
        "[一-龥ぁ-んァ-ヶก-๛]{1,4}",
        "\\PC",
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_term_is_nonempty_and_within_the_cap(text in any_text()) {
        for term in analyze(&text).terms() {
            prop_assert!(!term.text.is_empty() && term.text.len() <= MAX_TERM_BYTES);
        }
    }

    #[test]
    fn any_string_at_all_is_analysed(text in any::<String>()) {
        let analysis = analyze(&text);
        prop_assert_eq!(analysis.terms().count(), analysis.len());
    }

    #[test]
    fn terms_are_folded_already(text in any_text()) {
        for term in analyze(&text).terms() {
            let mut folded = String::new();
            chars::fold_into(&mut folded, term.text);
            prop_assert_eq!(term.text, folded);
        }
    }

    #[test]
    fn case_does_not_matter_for_words_of_one_case(words in "[a-z0-9'./_@:+# -]{0,30}") {
        prop_assert_eq!(analyze(&words), analyze(&words.to_uppercase()));
    }

    #[test]
    fn composed_and_decomposed_text_are_equal(text in any_text()) {
        let composed: String = text.nfc().collect();
        let decomposed: String = text.nfd().collect();
        prop_assert_eq!(analyze(&composed), analyze(&decomposed));
    }

    #[test]
    fn query_with_a_letter_or_digit_is_never_empty(text in any_text()) {
        let is_visible = |c: char| c.is_alphanumeric() && chars::classify(c) != chars::CharClass::Break;
        if chars::normalize(&text).chars().any(is_visible) {
            let analysis = analyze(&text);
            prop_assert!(analysis.scored_terms().next().is_some());
            prop_assert!(analysis.field_length() > 0);
        }
    }

    #[test]
    fn text_finds_itself(text in any_text()) {
        prop_assert!(analyze(&text).is_empty() || finds(&text, &text));
    }
}

#[test]
fn korean_words_that_ask_score_nothing_beside_others() {
    for (question, expected) in [
        ("민지가 언제 이사했나요?", &["민지", "지가", "이사했나요", "이사", "사했", "했나"][..]),
        ("수도의 이름은 무엇인가?", &["수도", "도의", "이름", "름은"]),
        ("누구에게 주었는가", &["주었는", "주었", "었는"]),
        ("몇 번", &["번"]),
        ("어디", &["어디"]),
        ("어디서 샀어", &["샀어"]),
    ] {
        let mut found = scored(question);
        let mut expected: Vec<String> = expected.iter().map(|term| (*term).to_owned()).collect();
        found.sort();
        found.dedup();
        expected.sort();
        assert_eq!(found, expected, "{question}");
    }
}
