import 'server-only'

import {
  CONTENT,
  ContentError,
  type MarkdownFile,
  memoizePerBuild,
  parseFrontMatter,
  readMarkdownFolder,
} from '../adapters/markdown/content-file.ts'
import { addressName } from '../content/pages.ts'
import type { OfferTerms } from '../price/offer.ts'
import { findEveryFile } from '../product/find-products.ts'
import { withPlainBlanks } from '../text/no-break.ts'
import {
  type Offer,
  offerFault,
  offerFrontMatterSchema,
  type OfferProduct,
  offerTerms,
  runsAt,
} from './offer.ts'

function toOffer(file: MarkdownFile): Offer {
  const { name, path } = file
  if (!addressName.safeParse(name).success) {
    throw new ContentError(path, '檔名', '只能用小寫英文、數字與 -')
  }
  const offer = parseFrontMatter(offerFrontMatterSchema, file)
  // The title goes into orders, mails and invoices.
  return { ...offer, title: withPlainBlanks(offer.title), name }
}

/**
 * Reads the offers of a content folder, by name, with the products that they may be for. Throws
 * ContentError for a wrong field, for goods that are not there, and for two offers on the same goods
 * on one day (rule 1284).
 */
export async function readOffers(
  content: string,
  products: readonly OfferProduct[],
  now = new Date(),
): Promise<readonly Offer[]> {
  const files = await readMarkdownFolder(content, 'offers')
  const offers: Offer[] = []
  for (const file of files) {
    const offer = toOffer(file)
    const fault = offerFault(offer, offers, { catalogue: products, now })
    if (fault) throw new ContentError(file.path, fault.field, fault.reason)
    offers.push(offer)
  }
  return offers
}

const everyOffer = memoizePerBuild(async () => {
  const products = await findEveryFile()
  return { products, offers: await readOffers(CONTENT, products) }
})

/** The offers that run at `now`, by name. */
export async function findOffers(now = new Date()): Promise<readonly OfferTerms[]> {
  const { offers, products } = await everyOffer()
  return offers.filter((one) => runsAt(one, now)).map((one) => offerTerms(one, products))
}

/** The offers that run at `now` and are for a product, by name. */
export async function findOffersFor(id: string, now = new Date()): Promise<readonly OfferTerms[]> {
  const offers = await findOffers(now)
  return offers.filter(({ products }) => products === undefined || products.includes(id))
}
