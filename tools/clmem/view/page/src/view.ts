// One of the page's tabs.

import type { Change } from './state.ts';

export interface View {
    readonly name: string;
    readonly title: string;
    readonly note?: string; // follows the title: what there is of the current recording
    // Called when it becomes visible, and when something changes while it is.
    show(change: Change): void;
}
