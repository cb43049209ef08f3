import type { Trade } from '#lib/company/trade-schema.ts'
import { missingProof, type Product, unknownFacts } from '#lib/product/product.ts'
import { check, type DoctorCheck, ownersFact } from './check.ts'

const SELLER_FACTS = ['representative', 'address', 'phone'] as const

type Goods = readonly Pick<Product, 'id' | 'facts' | 'photos' | 'renderings'>[]

/**
 * Checks facts that only the owner knows: the seller (Consumer Protection Act, art. 18) and
 * garments.
 */
export function verifyContent(
  trade: Pick<Trade, (typeof SELLER_FACTS)[number] | 'tax_id'>,
  products: Goods,
): DoctorCheck[] {
  const seller = SELLER_FACTS.filter((name) => trade[name] === '')
  const sellerProblem =
    seller.length === 0
      ? undefined
      : `Fill in ${seller.join(', ')} in content/info/trade.md: a seller must tell them (Consumer Protection Act, art. 18).`
  const garments = products.map(({ id, facts }) => {
    const unknown = unknownFacts({ facts })
    const problem = `Fill in facts: ${unknown.join(', ')} in content/products/${id}.md: its page leaves them out.`
    return check(`Facts of ${id}`, unknown.length === 0 ? undefined : problem)
  })
  const photographs = products.map((product) => {
    const isMissing = missingProof(product).includes('photograph')
    const problem = `Add photos to content/products/${product.id}.md, best with a wearer (height, size): nobody believes a shirt that only a computer has drawn.`
    return check(`Photographs of ${product.id}`, isMissing ? problem : undefined)
  })
  const taxProblem = trade.tax_id
    ? undefined
    : 'Fill in tax_id in content/info/trade.md before anything is sold: the name and the tax id must stand on the selling page (Tax Registration Rules, art. 4-1; Consumer Protection Act, art. 18).'
  return [
    check('Name and tax id of the seller', taxProblem),
    ...[check('Facts of the seller', sellerProblem), ...garments, ...photographs].map(ownersFact),
  ]
}
