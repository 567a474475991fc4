#include "gpu/draws.h"

#include <fmt/format.h>

#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/print.h"
#include "hal/hal.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Text;

RULE(draw_leaves_nothing, Warning, "vitrine:check", "", "{0}{1} leaves no sample: {2}", Name, Text, Text);

// How far the draw came says what stopped it.
void report_draws(Device& device, const std::vector<hal::DrawReport>& draws) {
  for (const hal::DrawReport& d : draws) {
    if (d.asked && (d.samples_known ? d.any_sample : !d.counted || d.fragments > 0)) continue;
    if (!d.asked && device.silent_checks()) continue;  // told at the submit
    bool indirect = d.call.find("Indirect") != std::string::npos;
    std::string why, help;
    if (!d.asked || (d.counted && d.primitives == 0 && indirect && d.vertices == 0)) {
      why = "it has no vertices";
      help = indirect ? "a count in the buffer is 0, or it leaves the bound buffers" : "a count is 0";
    } else if (!d.counted) {
      why = "no sample passed";
      help = "the driver counts no more: look at culling, depth and stencil tests, scissor and the positions";
    } else if (d.primitives == 0) {
      why = "its vertices make no primitive";
      help = "the topology of the pipeline takes more vertices: 3 for a triangle, 2 for a line";
    } else if (d.visible_primitives == 0) {
      why = d.primitives == 1
                ? "its primitive lies outside of the view, has no area or shows its culled side"
                : fmt::format("all {} primitives lie outside of the view, have no area or show their culled side", d.primitives);
      help = "look at the positions (debugPrintf prints them): x and y from -w to w, z from 0 to w; are matrices in columns, "
             "buffers written, cullMode and frontFace right?";
    } else if (d.fragments == 0) {
      why = d.visible_primitives < d.primitives
                ? fmt::format("{} of {} primitives are inside of the view, and no fragment was shaded", d.visible_primitives, d.primitives)
            : d.primitives == 1 ? "its primitive is inside of the view, and no fragment was shaded"
                                : fmt::format("all {} primitives are inside of the view, and no fragment was shaded", d.primitives);
      help = "the depth or stencil test fails before the shader, cullMode takes away the side that shows (look at frontFace), the "
             "scissor rectangle is elsewhere, or they have no area (all in one point, as by a matrix of zeros)";
    } else {
      why = fmt::format("{} fragments were shaded, and all were discarded or failed a test", d.fragments);
      help = "look at discard, the depth and stencil tests, and the sample mask";
    }
    std::string of;
    if (!d.where.pipeline_label.empty()) of += fmt::format(" of pipeline \"{}\"", d.where.pipeline_label);
    if (!d.where.pass_label.empty()) of += fmt::format(" in pass \"{}\"", d.where.pass_label);
    if (!device.prints().empty_draws.insert(d.call + of + why.substr(why.find_first_not_of("0123456789 "))).second) continue;
    diag::Diagnostic out = draw_leaves_nothing(Name{d.call}, Text{of}, Text{why}).help(help);
    for (const std::string& g : d.where.groups) std::move(out).within({diag::ContextKind::DebugGroup, g});
    std::move(out).within({diag::ContextKind::Command, d.call, d.where.command_in_pass});
    if (const auto& sites = device.instance().options().native_call_sites; d.where.call_site && sites)
      std::move(out).called_from({d.where.call_site, sites});
    device.warn(std::move(out));
  }
}

}  // namespace vitrine::gpu
