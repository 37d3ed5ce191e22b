// What lived shorter than a time that the user chooses, and what the pools saved there.

import { element } from './dom.ts';
import { grouped, isTemporary } from './groups.ts';
import type { Change, State } from './state.ts';
import { showGroups } from './tables.ts';
import * as words from './words.ts';
import type { View } from './view.ts';

const DEFAULT_MS = 10; // as --temporary of `clmem report`

export class TemporariesView implements View {
    readonly name = 'temporaries';
    readonly title = 'Temporaries';
    private readonly input = element('input', {
        id: 'short-lived',
        type: 'number',
        min: '0.001',
        step: 'any',
        value: String(DEFAULT_MS),
    });
    private readonly head = element('p', { class: 'instant' });
    private readonly saved = element('p', { id: 'saved' });
    private readonly byTag = element('div');
    private readonly byStack = element('div');

    constructor(
        place: HTMLElement,
        private readonly state: State,
    ) {
        const label = element('label', { for: 'short-lived' }, 'Milliseconds within which a temporary block is freed ');
        this.input.addEventListener('input', () => this.fill());
        place.append(
            element('p', {}, label, this.input),
            this.head,
            this.saved,
            element('div', { class: 'columns' }, this.byTag, this.byStack),
        );
    }

    show(change: Change): void {
        if (change !== 'position' && change !== 'zoom') this.fill();
    }

    private fill(): void {
        const { recording } = this.state;
        const ms = Number(this.input.value);
        const isValid = ms > 0 && Number.isFinite(ms);
        this.input.setAttribute('aria-invalid', String(!isValid));
        if (!isValid) {
            this.head.textContent = 'Expected a number of milliseconds above 0.';
            return;
        }
        const found = grouped(recording, isTemporary(recording, ms * 1e6));
        this.head.textContent =
            found.blocks === 0
                ? `No block was freed within ${words.time(ms * 1e6)}.`
                : `Freed within ${words.time(ms * 1e6)}: ${words.counted(found.blocks, 'block')} with ${words.bytes(found.bytes)} in all`;
        this.saved.textContent = this.savings(found.blocks, found.hits);
        showGroups({ byTag: this.byTag, byStack: this.byStack }, 'temporaries', found, 'No block was freed that soon.');
    }

    private savings(blocks: number, hits: number): string {
        if (blocks === 0) return '';
        const text = `${words.count(hits)} of them were hits (${words.percent(hits, blocks)}), without a driver call`;
        const taken = this.state.recording.data.calls['slabs_taken'];
        if (hits === 0 || taken === undefined || taken.count === 0 || taken.ns === 0) return `${text}.`;
        const each = taken.ns / taken.count;
        return `${text}. A driver allocation took ${words.time(each)} on average in this recording, so the pools saved about ${words.time(each * hits)}.`;
    }
}
