'use client'
import { AddressFields } from '#components/delivery/address-fields.tsx'
import { PersonFields } from '#components/delivery/person-fields.tsx'
import { StoreField } from '#components/delivery/store-field.tsx'
import { StorePicker } from '#components/delivery/store-picker.tsx'
import type { City } from '#lib/delivery/districts.ts'
import type { Recipient } from '#lib/delivery/recipient.ts'
import styles from './account.module.css'

const NOTHING_WRONG = {}

/** The recipient that checkout starts from; nothing is required here. */
export function RecipientDefaults({
  value,
  cities,
  picksStores,
  onChange,
}: {
  value: Recipient
  cities: readonly City[]
  /** Whether stores are picked from the chains' lists. */
  picksStores: boolean
  onChange: (change: Partial<Recipient>) => void
}) {
  const form = { value, problems: NOTHING_WRONG, onChange }
  return (
    <fieldset className={styles.group}>
      <legend>預設收件資料</legend>
      <p className={styles.note}>結帳時會自動填入，仍可修改。</p>
      <PersonFields form={form} withEmail={false} />
      <AddressFields form={form} cities={cities} />
      {picksStores ? (
        <StorePicker form={form} cities={cities} optional />
      ) : (
        <StoreField form={form} optional />
      )}
    </fieldset>
  )
}
