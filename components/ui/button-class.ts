import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

/** Class of anything styled as a button. */
export function buttonClass(look: ButtonVariant = 'secondary', wide = false): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].join(' ').trim()
}
