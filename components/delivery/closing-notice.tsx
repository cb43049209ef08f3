import { comingClosing } from '#lib/company/closing.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './closing-notice.module.css'
import { ShownOnDays } from './shown-on-days.tsx'

/** That the shop closes for some days, where one buys. Renders nothing once they are over, nor where there are none. */
export function ClosingNotice() {
  const closing = comingClosing()
  if (!closing) return null
  const { sentence, ...days } = closing
  return (
    <ShownOnDays {...days}>
      <p className={styles.notice}>{noBreak(sentence)}</p>
    </ShownOnDays>
  )
}
