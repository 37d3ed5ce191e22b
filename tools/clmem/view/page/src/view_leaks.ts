// What was never freed.

import { element } from './dom.ts';
import { grouped, groupedOutside, isNeverComplete, isNeverFreed } from './groups.ts';
import type { Change, State } from './state.ts';
import { showGroups } from './tables.ts';
import * as words from './words.ts';
import type { View } from './view.ts';

export class LeaksView implements View {
    readonly name = 'leaks';
    readonly title = 'Leaks';
    private readonly head = element('p', { class: 'instant' });
    private readonly more = element('p');
    private readonly byTag = element('div');
    private readonly byStack = element('div');

    constructor(
        place: HTMLElement,
        private readonly state: State,
    ) {
        place.append(this.head, this.more, element('div', { class: 'columns' }, this.byTag, this.byStack));
    }

    show(change: Change): void {
        if (change === 'position' || change === 'zoom') return;
        const { recording } = this.state;
        const leaks = grouped(recording, isNeverFreed(recording));
        this.head.textContent =
            leaks.blocks === 0
                ? 'No block is live at the end.'
                : `Never freed: ${words.counted(leaks.blocks, 'block')} with ${words.bytes(leaks.bytes)}`;
        const texts: string[] = [];
        if (!recording.data.is_complete) {
            texts.push(
                "The recording stops before the program's end, so some of these blocks may have been freed later.",
            );
        }
        const failed = recording.data.shortages.at(-1);
        if (failed !== undefined) {
            texts.push(`An allocation failed at ${words.time(failed.time_ns)}: a program that ends there frees less.`);
        }
        const waiting = grouped(recording, isNeverComplete(recording));
        if (waiting.blocks > 0) {
            texts.push(
                `Freed, but their commands are not known to be complete: ${words.counted(waiting.blocks, 'block')} with ${words.bytes(waiting.bytes)}.`,
            );
        }
        const outside = groupedOutside(recording, isNeverFreed(recording));
        if (outside.length > 0) {
            const each = outside.map((kind) => `${kind.name} ${words.bytes(kind.bytes)}`);
            texts.push(`Outside the pools, not freed: ${each.join(', ')}.`);
        }
        this.more.textContent = texts.join(' ');
        showGroups({ byTag: this.byTag, byStack: this.byStack }, 'leaks', leaks, 'Nothing was left.', {
            all: grouped(recording, () => true),
        });
    }
}
