//! Runs the contract's cases (`tests/contract` of the repository) through the functions of `clmem-sys`.

mod callbacks;
mod calls;
mod interface;
mod matching;
mod opencl;
mod record;
mod script;
mod script_calls;
mod values;

use clmem::{Device, Features};
use interface::*;
use libtest_mimic::{Arguments, Failed, Trial};
use script::Script;
use serde_json::Value;
use std::collections::HashSet;
use std::process::{Command, ExitCode};

/// Names the one case that a child process runs.
const ONE_CASE: &str = "CLMEM_CONTRACT_CASE";
const VERSIONS: [u32; 5] = [110, 120, 200, 210, 300];
const NEEDS: [(&str, Features); 7] = [
    ("svm_coarse", Features::SVM_COARSE),
    ("svm_fine", Features::SVM_FINE),
    ("svm_system", Features::SVM_SYSTEM),
    ("usm", Features::USM),
    ("image", Features::IMAGE),
    ("migrate", Features::MIGRATE),
    ("out_of_order", Features::OUT_OF_ORDER_QUEUE),
];

/// The platform, and the features of the device that cases may need.
fn machine() -> clmem::Result<(String, HashSet<String>)> {
    let device = Device::choose(None)?;
    let info = device.info()?;
    let mut has: HashSet<String> = HashSet::from(["device".into()]);
    has.extend(NEEDS.iter().filter(|(_, bit)| info.features().contains(*bit)).map(|(name, _)| name.to_string()));
    has.extend(VERSIONS.iter().filter(|&&v| info.opencl_version >= v).map(|v| format!("opencl_{v}")));
    let number = |property: u32| device.query(property).is_ok_and(|bytes| bytes.iter().any(|&byte| byte != 0));
    let platform = info.platform_name();
    if platform != "Oclgrind" {
        has.insert("user_event".into());
    }
    if number(0x1028) {
        has.insert("compiler".into()); // CL_DEVICE_COMPILER_AVAILABLE
    }
    // CL_DEVICE_PIPE_MAX_PACKET_SIZE, CL_DEVICE_PIPE_SUPPORT; before OpenCL 3.0 pipes were mandatory.
    if number(0x1057) && (device.query(0x1071).is_err() || number(0x1071)) {
        has.insert("pipe".into());
    }
    Ok((platform, has))
}

/// The features that the case needs and the device lacks.
fn lacking<'a>(case: &'a Value, has: &HashSet<String>) -> Vec<&'a str> {
    let needs = list_of(case, "needs").iter().filter_map(Value::as_str);
    needs.filter(|need| need.strip_prefix("no ").map_or(!has.contains(*need), |other| has.contains(other))).collect()
}

fn run_in_child(title: &str, environment: &Value) -> Result<(), Failed> {
    let mut command = Command::new(std::env::current_exe()?);
    command.env(ONE_CASE, title);
    for (name, value) in environment.as_object().into_iter().flatten() {
        command.env(name, value.as_str().unwrap_or_default());
    }
    let done = command.output()?;
    if done.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&done.stderr).into_owned().into())
    }
}

struct Cases {
    api: &'static Interface,
    given: &'static Value,
    all: Vec<(String, &'static Value)>,
}

fn cases() -> Cases {
    let folder = root().join("tests/contract");
    let common: &'static Value = Box::leak(Box::new(read(&folder.join("common.json"))));
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("cases")).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let section = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file: &'static Value = Box::leak(Box::new(read(&path)));
        all.extend(list_of(file, "cases").iter().map(|case| (format!("{section}: {}", text_of(case, "name")), case)));
    }
    Cases { api: Box::leak(Box::new(Interface::new(common))), given: &common["given"], all }
}

fn trials(cases: &'static Cases) -> Vec<Trial> {
    let folder = root().join("tests/contract");
    let exceptions = read(&folder.join("exceptions.json"));
    let (platform, has) = machine().unwrap_or_default();
    let exception = |title: &str| {
        let listed = list_of(&exceptions, "exceptions").iter();
        listed.filter(|e| e["platform"] == platform.as_str() && e["case"] == title).any(|_| true)
    };
    let mut trials: Vec<_> = cases
        .all
        .iter()
        .map(|(title, case)| {
            let left_out = exception(title) || !lacking(case, &has).is_empty();
            let run = move || match case.get("environment") {
                Some(environment) => run_in_child(title, environment),
                None => Script::new(cases.api, cases.given).run(case).map_err(|problem| problem.text().into()),
            };
            Trial::test(title.clone(), run).with_ignored_flag(left_out)
        })
        .collect();
    let must_fail: &'static Value = Box::leak(Box::new(read(&folder.join("must_fail.json"))));
    for case in list_of(must_fail, "cases") {
        let run = move || match Script::new(cases.api, cases.given).run(case) {
            Ok(()) => Err("the fault was not found".into()),
            Err(problem) if problem.text().contains(text_of(case, "says")) => Ok(()),
            Err(problem) => Err(problem.text().into()),
        };
        trials.push(Trial::test(format!("must fail: {}", text_of(case, "name")), run));
    }
    trials
}

fn main() -> ExitCode {
    let cases: &'static Cases = Box::leak(Box::new(cases()));
    if let Ok(title) = std::env::var(ONE_CASE) {
        let case = cases.all.iter().find(|(name, _)| *name == title).map(|(_, case)| *case);
        return match case.map(|case| Script::new(cases.api, cases.given).run(case)) {
            Some(Ok(())) => ExitCode::SUCCESS,
            Some(Err(problem)) => {
                eprintln!("{}", problem.text());
                ExitCode::FAILURE
            }
            None => ExitCode::FAILURE,
        };
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1); // cases count objects of the whole process
    libtest_mimic::run(&arguments, trials(cases)).exit_code()
}
