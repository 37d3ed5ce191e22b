// Light or dark: as the system has it, until the user chooses. The style sheet goes by the attribute.

import { element } from './dom.ts';

export function makeThemeButton(changed: () => void): HTMLElement {
    const preference = window.matchMedia('(prefers-color-scheme: dark)');
    const root = document.documentElement;
    const button = element('button', { id: 'theme', type: 'button' });
    let isDark = preference.matches;
    let isChosen = false;
    const apply = () => {
        root.dataset['theme'] = isDark ? 'dark' : 'light';
        button.textContent = isDark ? 'Light' : 'Dark';
        changed();
    };
    button.addEventListener('click', () => {
        isChosen = true;
        isDark = !isDark;
        apply();
    });
    preference.addEventListener('change', () => {
        if (isChosen) return;
        isDark = preference.matches;
        apply();
    });
    apply();
    return button;
}
