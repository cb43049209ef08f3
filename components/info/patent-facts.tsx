import type { PatentPage } from '#lib/info/info-page.ts'
import { formatDay } from '#lib/site/taipei-time.ts'

import styles from './info-view.module.css'

/** The patent as a list of facts. */
export function PatentFacts({ patent }: { patent: PatentPage['patent'] }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>專利證書號</dt>
        <dd>{patent.number}</dd>
      </div>
      <div>
        <dt>公告日</dt>
        <dd>{formatDay(patent.announced)}</dd>
      </div>
      <div>
        <dt>被授權人</dt>
        <dd>{patent.licensee}</dd>
      </div>
    </dl>
  )
}
