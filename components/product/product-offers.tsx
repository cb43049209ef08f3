import type { OfferTerms } from '#lib/price/offers.ts'
import { OFFER_AND_CODE, offerDays, offerText } from '#lib/price/reduction-labels.ts'
import { noBreak } from '#lib/text/no-break.ts'
import styles from './product-offers.module.css'

/** The title of the offers. */
export const OFFERS = '優惠'

/** The offers that a product is part of, on its page; the cart reckons with them. */
export function ProductOffers({ offers }: { offers: readonly OfferTerms[] }) {
  if (offers.length === 0) return null
  return (
    <div className={styles.offers}>
      <h2 className={styles.offersTitle}>{OFFERS}</h2>
      <ul className="plain-list">
        {offers.map((terms) => (
          <li key={terms.title}>
            <strong>{noBreak(terms.title)}</strong>　{noBreak(offerText(terms))}
            {terms.ends === undefined ? null : (
              <span className={styles.offersNote}>　{offerDays(terms)}</span>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.offersNote}>{OFFER_AND_CODE}</p>
    </div>
  )
}
