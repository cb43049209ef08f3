import styles from './button.module.css'

/** How a button looks. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** The class of anything that looks like a button. */
export function buttonClass(look: ButtonVariant = 'secondary', wide = false): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].join(' ').trim()
}
