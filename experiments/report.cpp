#include "experiments/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/parallel.h"
#include "experiments/version.h"
#include "io/whole_file.h"

namespace octomatch {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

Json json_of(const Claim& claim) {
    return {{"what", claim.what}, {"paper", claim.paper ? Json(*claim.paper) : Json()},
            {"here", claim.here}, {"unit", claim.unit},
            {"rule", claim.rule}, {"verdict", name_of(claim.verdict)},
            {"why", claim.why}};
}

std::vector<fs::path> artifacts_of(const FinishedExperiment& finished) {
    const fs::path folder = finished.experiment.name;
    std::vector<fs::path> files{folder / "report.json", folder / "series.csv"};
    for (const Picture& picture : finished.result.pictures) files.push_back(folder / picture.file);
    return files;
}

Json json_of(const FinishedExperiment& finished) {
    Json json{{"name", finished.experiment.name}, {"seconds", finished.seconds}};
    json["claims"] = Json::array();
    for (const Claim& claim : finished.result.claims) json["claims"].push_back(json_of(claim));
    json["artifacts"] = Json::array();
    for (const fs::path& file : artifacts_of(finished)) json["artifacts"].push_back(file.generic_string());
    return json;
}

std::string csv_of(const Series& series) {
    const auto quoted = [](const std::string& text) {
        return text.find(',') == std::string::npos ? text : '"' + text + '"';
    };
    std::string csv;
    for (std::size_t c = 0; c < series.columns.size(); ++c) csv += (c ? "," : "") + quoted(series.columns[c]);
    csv += '\n';
    for (const auto& row : series.rows) {
        for (std::size_t c = 0; c < row.size(); ++c) csv += fmt::format("{}{:.10g}", c ? "," : "", row[c]);
        csv += '\n';
    }
    return csv;
}

std::string escaped(const std::string& text) {
    std::string html;
    for (char c : text) {
        if (c == '&')
            html += "&amp;";
        else if (c == '<')
            html += "&lt;";
        else if (c == '>')
            html += "&gt;";
        else
            html += c;
    }
    return html;
}

// Small numbers and large ones alike: three or four digits that a reader can compare.
std::string readable(double number) {
    return std::abs(number) >= 1000 && std::abs(number) < 1e7 ? fmt::format("{:.0f}", number)
                                                              : fmt::format("{:.3g}", number);
}

constexpr const char* kStyle = R"(<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-size: 0.92rem; }
th, td { text-align: left; padding: 0.35rem 0.7rem; border-bottom: 1px solid #8884; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.verdict { white-space: nowrap; font-weight: 600; }
.reproduced, .better { color: #1a7f37; } .deviates { color: #b35900; } .not { color: #777; }
figure { margin: 1rem 0; } img { max-width: 100%; border-radius: 6px; } figcaption, .why { color: #777; font-size: 0.9rem; }
pre { background: #8881; padding: 0.8rem; border-radius: 6px; overflow-x: auto; font-size: 0.85rem; }
</style>)";

std::string rows_of(const Claim& claim) {
    const std::string verdict = name_of(claim.verdict);
    return fmt::format(
        "<tr><td>{}<div class=why>{}</div></td><td class=number>{}</td><td class=number>{}</td><td>{}</td><td>{}</td>"
        "<td class=\"verdict {}\">{}</td></tr>\n",
        escaped(claim.what), escaped(claim.why), claim.paper ? readable(*claim.paper) : "&ndash;", readable(claim.here),
        escaped(claim.unit), escaped(claim.rule), verdict.substr(0, verdict.find(' ')), verdict);
}

std::string section_of(const FinishedExperiment& finished) {
    const Experiment& experiment = finished.experiment;
    std::string html =
        fmt::format("<h2 id=\"{0}\">{0}</h2>\n<p><strong>{1}</strong> {2}, {3}.</p>\n<p>{4}</p>\n", experiment.name,
                    escaped(experiment.question), experiment.paper, experiment.figure, escaped(experiment.method));
    html += "<table><tr><th>claim</th><th>paper</th><th>here</th><th>unit</th><th>rule</th><th>verdict</th></tr>\n";
    for (const Claim& claim : finished.result.claims) html += rows_of(claim);
    html += "</table>\n";
    for (const Picture& picture : finished.result.pictures)
        html += fmt::format("<figure><img src=\"{0}/{1}\" alt=\"{2}\"><figcaption>{2}</figcaption></figure>\n",
                            experiment.name, picture.file.generic_string(), escaped(picture.caption));
    for (const std::string& note : finished.result.notes) html += "<p class=why>" + escaped(note) + "</p>\n";
    html += fmt::format(
        "<p class=why>{0:.1f} s; numbers: <a href=\"{1}/series.csv\">series.csv</a>, "
        "<a href=\"{1}/report.json\">report.json</a>; again: <code>octomatch run {1}</code></p>\n",
        finished.seconds, experiment.name);
    return html;
}

}  // namespace

std::vector<fs::path> write_experiment(const fs::path& folder, const FinishedExperiment& finished) {
    const fs::path place = folder / finished.experiment.name;
    fs::create_directories(place);
    write_whole_file(place / "report.json", json_of(finished).dump(2) + "\n");
    write_whole_file(place / "series.csv", csv_of(finished.result.series));
    return artifacts_of(finished);
}

void write_report_page(const fs::path& folder, const std::vector<FinishedExperiment>& all, bool quick) {
    std::string html =
        "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\n"
        "<title>octomatch: results</title>\n";
    html += kStyle;
    html +=
        "\n<h1>octomatch: results beside the papers</h1>\n<p>Every claim states the paper's number, what came out "
        "here, "
        "and the rule by which the program compares the two.";
    if (quick) html += " This is the quick form: smaller bodies and fewer steps than <code>octomatch run --all</code>.";
    html += "</p>\n<table><tr><th>experiment</th><th>question</th><th>verdicts</th></tr>\n";
    for (const FinishedExperiment& finished : all) {
        std::string verdicts;
        for (Verdict verdict : {Verdict::reproduced, Verdict::better, Verdict::deviates, Verdict::not_comparable}) {
            const auto count = std::count_if(finished.result.claims.begin(), finished.result.claims.end(),
                                             [&](const Claim& claim) { return claim.verdict == verdict; });
            const std::string name = name_of(verdict);
            if (count)
                verdicts +=
                    fmt::format("<span class=\"{}\">{} {}</span> ", name.substr(0, name.find(' ')), count, name);
        }
        html += fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td></tr>\n",
                            finished.experiment.name, escaped(finished.experiment.question), verdicts);
    }
    html += "</table>\n";
    for (const FinishedExperiment& finished : all) html += section_of(finished);
    html += fmt::format("<h2>Made with</h2>\n<pre>{}\nthreads       {}</pre>\n</html>\n", escaped(version_text()),
                        thread_count());
    write_whole_file(folder / "index.html", html);
}

std::string report_json(const std::vector<FinishedExperiment>& all) {
    Json json = Json::array();
    for (const FinishedExperiment& finished : all) json.push_back(json_of(finished));
    return json.dump(2);
}

}  // namespace octomatch
