// Light or dark: as the system has it, until the user chooses.

import { element } from './dom.ts';

export function makeThemeButton(changed: () => void): HTMLElement {
    const preference = window.matchMedia('(prefers-color-scheme: dark)');
    const root = document.documentElement;
    const button = element('button', { id: 'theme', type: 'button' });
    const isDark = () => (root.dataset['theme'] ?? (preference.matches ? 'dark' : 'light')) === 'dark';
    const describe = () => (button.textContent = isDark() ? 'Light' : 'Dark');
    button.addEventListener('click', () => {
        root.dataset['theme'] = isDark() ? 'light' : 'dark';
        describe();
        changed();
    });
    preference.addEventListener('change', () => {
        describe();
        changed();
    });
    describe();
    return button;
}
