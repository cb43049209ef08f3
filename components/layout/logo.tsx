import { Link } from '#components/ui/link.tsx'
import { Wordmark } from '#components/ui/wordmark.tsx'
import { PATHS } from '#lib/routes/paths.ts'
import styles from './site-header.module.css'

/** The label's name, linking home. */
export function Logo() {
  return (
    <Link className={styles.logo} href={PATHS.home} aria-label="OURTEE 共衣 首頁">
      <Wordmark className={styles.wordmark} />
    </Link>
  )
}
