'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { useComposedText } from '#components/ui/use-composed-text.ts'
import { type City, districtsOf } from '#lib/delivery/districts.ts'
import {
  isStore,
  type Store,
  type StoreChain,
  storeFrom,
  storeText,
} from '#lib/delivery/recipient.ts'
import type { StoreQuery } from '#lib/parcel/search-stores.ts'
import { ChainField } from './chain-field.tsx'
import { fieldMessage } from './messages.ts'
import type { RecipientForm } from './recipient-field.ts'
import fields from './recipient-fields.module.css'
import styles from './store-picker.module.css'
import { StoreResults } from './store-results.tsx'
import { TypedStoreFields } from './typed-store-fields.tsx'
import { useStores } from './use-stores.ts'

type Place = { readonly city: string; readonly district: string; readonly text: string }

function queryOf(chain: StoreChain, { city, district, text }: Place): StoreQuery | undefined {
  if (text.trim() !== '') return { chain, text: text.trim() }
  return city !== '' && district !== '' ? { chain, city, district } : undefined
}

function Options({ names }: { names: readonly string[] }) {
  return (
    <>
      <option value="">請選擇</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </>
  )
}

type PlaceProps = {
  readonly place: Place
  readonly cities: readonly City[]
  readonly onChange: (place: Place) => void
}

/** Search by words, or by city and district. */
function PlaceFields({ place, cities, onChange }: PlaceProps) {
  const districts = districtsOf(cities, place.city).map(({ name }) => name)
  const search = useComposedText(place.text, (text) => onChange({ ...place, text }))
  return (
    <>
      <TextField
        id="storeSearch"
        label="搜尋門市"
        optional
        hint="門市名稱、路名或店號，例如 重慶、館前路"
        type="search"
        autoComplete="off"
        maxLength={40}
        {...search}
      />
      <div className={fields.pairs}>
        <SelectField
          id="storeCity"
          label="門市所在縣市"
          value={place.city}
          onChange={({ target }) => onChange({ city: target.value, district: '', text: '' })}
        >
          <Options names={cities.map(({ name }) => name)} />
        </SelectField>
        <SelectField
          id="storeDistrict"
          label="門市所在地區"
          value={place.district}
          onChange={({ target }) => onChange({ ...place, district: target.value, text: '' })}
        >
          <Options names={districts} />
        </SelectField>
      </div>
    </>
  )
}

/** Picks a store from its chain's own list, which comes a district at a time and never with the page. */
export function StorePicker({
  form,
  cities,
  optional = false,
}: {
  form: RecipientForm
  cities: readonly City[]
  optional?: boolean
}) {
  const { value, problems, onChange } = form
  const store = storeFrom(value.store)
  const [place, setPlace] = useState<Place>({ city: value.city, district: value.area, text: '' })
  const stores = useStores(queryOf(store.chain, place))
  const choose = (next: Store) => onChange({ store: storeText(next) })
  const isChosen = store.number !== '' && isStore(value.store)
  const problem = problems.store
  const isTyped = stores.state === 'failed'
  return (
    <fieldset
      id={isTyped ? undefined : 'store'}
      className={styles.picker}
      tabIndex={-1}
      aria-describedby={problem && !isTyped ? 'store-error' : undefined}
    >
      <legend className={styles.legend}>
        取貨門市{optional ? <span className={styles.optional}>（選填）</span> : null}
      </legend>
      {isChosen ? (
        <div className={styles.chosen}>
          <p>
            <span className={styles.mark}>已選擇</span> {store.chain} {store.name}（店號{' '}
            {store.number}）
          </p>
          {optional ? (
            <Button variant="quiet" onClick={() => onChange({ store: '' })}>
              清除門市
            </Button>
          ) : null}
        </div>
      ) : null}
      {problem && !isTyped ? (
        <p className={styles.error} id="store-error">
          {fieldMessage('store', problem)}
        </p>
      ) : null}
      <ChainField
        value={store.chain}
        onChange={(chain) => choose({ chain, number: '', name: '' })}
      />
      <PlaceFields place={place} cities={cities} onChange={setPlace} />
      <StoreResults stores={stores} chosen={store} onChoose={choose} />
      {isTyped ? <TypedStoreFields form={form} optional={optional} /> : null}
    </fieldset>
  )
}
