import type { OfferedLine, OfferTerms } from '#lib/price/offers.ts'
import { offerHint } from '#lib/price/reduction-labels.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './order-amounts.module.css'

/** What a cart lacks for each offer that it has goods of, one sentence each; `shipping` as it is now. */
export function OfferHints({
  lines,
  offers,
  shipping,
}: {
  lines: readonly OfferedLine[]
  offers: readonly OfferTerms[]
  shipping: number
}) {
  return offers.map((terms) => {
    const hint = offerHint(lines, terms, shipping)
    return hint === undefined ? null : (
      <p key={terms.title} className={styles.hint}>
        {noBreak(hint)}
      </p>
    )
  })
}
