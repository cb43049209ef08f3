'use client'

import { storeFrom } from '#lib/delivery/recipient.ts'
import { ChainField } from './chain-field.tsx'
import styles from './recipient-fields.module.css'
import { storeChange } from './store-change.ts'
import { type TypedStore, TypedStoreFields } from './typed-store-fields.tsx'

/** Which convenience store keeps the parcel, typed: its chain, its number and its name. */
export function StoreField({ form, optional = false }: TypedStore) {
  const { chain } = storeFrom(form.value.store)
  const change = storeChange(form)
  return (
    <div className={styles.pairs}>
      <ChainField value={chain} onChange={(next) => change({ chain: next })} />
      <TypedStoreFields form={form} optional={optional} />
    </div>
  )
}
