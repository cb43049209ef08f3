import styles from './unfinished-line.module.css'

/** The line that stops in the air, where a page has nothing to show yet. Decorative. */
export function UnfinishedLine() {
  return (
    <picture>
      <img
        src="/images/line.svg"
        alt=""
        width={320}
        height={132}
        className={styles.line}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}
