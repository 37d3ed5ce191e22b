// The tabs, and the view that is visible.

import { element } from './dom.ts';
import type { Change, State } from './state.ts';
import type { View } from './view.ts';

interface Tab {
    button: HTMLButtonElement;
    panel: HTMLElement;
    view: View;
    stale: Change | null; // what has changed since it was last visible
}

// The more of a view that depends on a change, the later it stands.
const WEIGHT: Record<Change, number> = { view: 0, zoom: 1, position: 2, theme: 3, recording: 4 };

export class Tabs {
    private readonly tabs: Tab[] = [];

    constructor(
        private readonly bar: HTMLElement,
        private readonly panels: HTMLElement,
        private readonly state: State,
    ) {
        bar.addEventListener('keydown', (event) => this.move(event));
    }

    add(make: (place: HTMLElement) => View): void {
        const panel = element('section', { role: 'tabpanel', tabindex: '-1' });
        panel.hidden = true;
        this.panels.append(panel);
        const view = make(panel);
        panel.id = `view-${view.name}`;
        const button = element(
            'button',
            { type: 'button', role: 'tab', id: `tab-${view.name}`, 'aria-controls': panel.id },
            view.title,
        );
        panel.setAttribute('aria-labelledby', button.id);
        button.addEventListener('click', () => this.state.show(view.name));
        this.bar.append(button);
        this.tabs.push({ button, panel, view, stale: 'recording' });
    }

    choose(at: number): void {
        this.state.show(this.tabs[at]!.view.name);
    }

    changed(change: Change): void {
        for (const tab of this.tabs) {
            const isShown = tab.view.name === this.state.view;
            tab.panel.hidden = !isShown;
            tab.button.setAttribute('aria-selected', String(isShown));
            tab.button.tabIndex = isShown ? 0 : -1;
            tab.button.textContent = tab.view.title + (tab.view.note ?? '');
            if (change !== 'view' && (tab.stale === null || WEIGHT[change] > WEIGHT[tab.stale])) tab.stale = change;
            if (!isShown || tab.stale === null) continue;
            const stale = tab.stale;
            tab.stale = null;
            tab.view.show(stale);
        }
    }

    // The arrow keys go from tab to tab while one has the focus, and select no instant then.
    private move(event: KeyboardEvent): void {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const now = this.tabs.findIndex((tab) => tab.view.name === this.state.view);
        const next = (now + step + this.tabs.length) % this.tabs.length;
        this.choose(next);
        this.tabs[next]!.button.focus();
    }
}
