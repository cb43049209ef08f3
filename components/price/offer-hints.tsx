import { type OfferedLine, type OfferTerms, offerHint } from '#lib/price/offer.ts'
import styles from './order-amounts.module.css'

/** What a cart lacks for each offer that it has goods of, one sentence each. */
export function OfferHints({
  lines,
  offers,
}: {
  lines: readonly OfferedLine[]
  offers: readonly OfferTerms[]
}) {
  return offers.map((terms) => {
    const hint = offerHint(lines, terms)
    return hint === undefined ? null : (
      <p key={terms.title} className={styles.hint}>
        {hint}
      </p>
    )
  })
}
