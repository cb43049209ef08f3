import styles from './coming-soon.module.css'

/** A place for what is still being made: the line has just begun. Left out on a phone. */
export function ComingSoon({ title, text }: { title: string; text: string }) {
  return (
    <li className={styles.place}>
      <div className={styles.picture}>
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
      </div>
      <p className={styles.title} lang="en">
        {title}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
