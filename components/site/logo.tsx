import { IntentLink } from '#components/ui/intent-link.tsx'
import { PATHS } from '#lib/site/paths.ts'

import styles from './logo.module.css'

/** The label's name as it is set everywhere, leading home. */
export function Logo() {
  return (
    <IntentLink className={styles.logo} href={PATHS.home} aria-label="OURTEE 共衣 首頁">
      <span className={styles.latin}>OURTEE</span>
      <span>共衣</span>
    </IntentLink>
  )
}
