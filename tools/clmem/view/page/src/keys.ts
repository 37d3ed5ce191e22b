// The keyboard.

import type { State } from './state.ts';

const FAR = 100; // events, with Shift

export function listenToKeys(state: State, views: number, choose: (view: number) => void): void {
    const step = (events: number) => {
        state.select(state.position + events);
        state.reveal();
    };
    const centre = () => {
        const place = state.placeOf(state.position);
        return place >= state.begin && place <= state.end ? place : (state.begin + state.end) / 2;
    };
    const actions: Record<string, (event: KeyboardEvent) => void> = {
        ArrowLeft: (event) => step(event.shiftKey ? -FAR : -1),
        ArrowRight: (event) => step(event.shiftKey ? FAR : 1),
        Home: () => step(-Infinity),
        End: () => step(Infinity),
        p: () => step(state.recording.peak - state.position),
        c: () => state.compareWith(state.compared === null ? state.position : null),
        '+': () => state.zoomAt(centre(), 0.5),
        '=': () => state.zoomAt(centre(), 0.5),
        '-': () => state.zoomAt(centre(), 2),
        '0': () => state.zoom(0, state.last),
    };
    for (let at = 0; at < views; at++) actions[String(at + 1)] = () => choose(at);
    document.addEventListener('keydown', (event) => {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea') !== null)
            return;
        const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action === undefined) return;
        event.preventDefault();
        action(event);
    });
}
