import styles from './coming-soon.module.css'

/** A place for what is still being made: the line has just begun. Left out on a phone. */
export function ComingSoon({ title, text }: { title: string; text: string }) {
  return (
    <li className={styles.place}>
      <div className={styles.picture}>
        <svg viewBox="0 0 200 250" className={styles.line} aria-hidden="true">
          <path d="M0 150c26-14 44-19 58-17 18 3 26 12 42 9 12-2 18-7 27-16-7 14-14 22-25 25-19 5-30-7-46-9-15-1-32 6-56 22z" />
        </svg>
      </div>
      <p className={styles.title} lang="en">
        {title}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
