import styles from './wordmark.module.css'

/** The label's name as it is drawn. Decorative; a name stands beside it for those who do not see it. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return <span className={`${styles.wordmark} ${className}`} aria-hidden="true" />
}
