// What the page says above the views: which recording this is, and what is missing in it.

import type { RecordingData } from './data.ts';
import * as words from './words.ts';

export function summaryOf(data: RecordingData): string[] {
    let first = `${data.name}: `;
    if (data.pid !== 0) first += `process ${data.pid}, `;
    if (data.start_ms !== 0)
        first += `started ${new Date(data.start_ms).toISOString().slice(0, 19).replace('T', ' ')} UTC, `;
    const lines = [`${first}${words.counted(data.events, 'event')} in ${words.time(data.duration_ns)}`];
    if (data.lost !== 0) {
        lines.push(
            `Events lost: ${words.count(data.lost)}${data.is_ring ? ', as the ring was full' : ''}. Figures may be too low.`,
        );
    }
    if (!data.is_complete) lines.push("The recording stops before the program's end: it was killed, or still ran.");
    if (data.unmatched !== 0) {
        lines.push(`Events that do not fit those before them: ${words.count(data.unmatched)}; some are missing.`);
    }
    return lines;
}
