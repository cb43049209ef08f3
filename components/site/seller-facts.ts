import type { Seller } from '#lib/content/pages.ts'

/** What is known of the seller, as names and values; what the owner left empty is not shown. */
export function sellerFacts(seller: Seller | undefined): readonly (readonly [string, string])[] {
  const { tax_id, representative, address, phone } = seller ?? {}
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['統一編號', tax_id],
    ['代表人', representative],
    ['地址', address],
    ['電話', phone],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}
