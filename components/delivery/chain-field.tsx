'use client'

import { SelectField } from '#components/ui/field.tsx'
import { STORE_CHAINS, type StoreChain } from '#lib/delivery/recipient.ts'

export const CHAINS = Object.keys(STORE_CHAINS).filter(
  (name): name is StoreChain => name in STORE_CHAINS,
)

/** The chain of convenience stores that keeps the parcel. */
export function ChainField({
  value,
  onChange,
}: {
  value: StoreChain
  onChange: (chain: StoreChain) => void
}) {
  return (
    <SelectField
      id="storeChain"
      label="便利商店"
      value={value}
      onChange={({ target }) => onChange(CHAINS.find((chain) => chain === target.value) ?? value)}
    >
      {CHAINS.map((chain) => (
        <option key={chain} value={chain}>
          {chain}
        </option>
      ))}
    </SelectField>
  )
}
