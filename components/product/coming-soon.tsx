import styles from './coming-soon.module.css'

/** A place on the shelf for what is still being made; left out on a phone. */
export function ComingSoon({ title, text }: { title: string; text: string }) {
  return (
    <li className={styles.place}>
      <div className={styles.picture}>
        <svg viewBox="0 0 200 250" className={styles.pattern} aria-hidden="true">
          <path d="M80 70c6 9 34 9 40 0l22 9 20 26-18 15-10-10v70H66v-70l-10 10-18-15 20-26z" />
        </svg>
      </div>
      <p className={styles.title} lang="en">
        {title}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
