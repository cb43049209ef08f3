'use client'
import { useEffect, useState } from 'react'
import { browserStorage } from '#components/ui/browser.ts'
import {
  isText,
  isTrueOrFalse,
  listOf,
  matchShape,
  type Shape,
  withFields,
} from '#lib/text/json-shape.ts'
import card from '#components/ui/radio-card.module.css'
import {
  isStore,
  type Store,
  type StoreChain,
  storeFrom,
  storeText,
} from '#lib/delivery/recipient.ts'
import styles from './store-picker.module.css'
import { Button } from '#components/ui/button.tsx'
import { SelectField, TextField } from '#components/ui/field.tsx'
import { useComposedText } from '#components/ui/use-composed-text.ts'
import { type City, districtsOf } from '#lib/delivery/districts.ts'
import { fieldMessage } from './messages.ts'
import { ChainField, type RecipientForm, TypedStoreFields } from './recipient-fields.tsx'
import fields from './recipient-fields.module.css'
import type { ShownStore, StoreAnswer, StoreQuery } from '#lib/parcel/search-stores.ts'

// A district's answer is a few kibibytes; those that were seen last are kept for a day without network.
const MOST_KEPT = 12
const storage = browserStorage('stores')
const isShownStore: Shape<ShownStore> = withFields({
  number: isText,
  name: isText,
  address: isText,
  isOutlying: isTrueOrFalse,
})
const isAnswer: Shape<StoreAnswer> = withFields({
  stores: listOf(isShownStore),
  hasMore: isTrueOrFalse,
})
const isKept = listOf(withFields({ query: isText, answer: isAnswer }))

function keptAnswers() {
  return storage.readAs(isKept) ?? []
}

async function ask(query: string, signal: AbortSignal): Promise<StoreAnswer | undefined> {
  const response = await fetch(`/api/stores?${query}`, { signal })
  if (!response.ok) return undefined
  return matchShape(isAnswer, await response.json())
}

/** State of a store search: `kept` shows an earlier answer, `failed` has none. */
export type Stores = {
  readonly state: 'none' | 'loading' | 'fresh' | 'kept' | 'failed'
  readonly answer: StoreAnswer | undefined
}

type StoreResult = Stores & { readonly query: string }

async function answerTo(query: string, signal: AbortSignal): Promise<StoreResult> {
  const answer = await ask(query, signal).catch(() => undefined)
  if (answer) {
    const others = keptAnswers().filter((one) => one.query !== query)
    storage.write(JSON.stringify([{ query, answer }, ...others].slice(0, MOST_KEPT)))
    return { query, state: 'fresh', answer }
  }
  const kept = keptAnswers().find((one) => one.query === query)?.answer
  return { query, state: kept ? 'kept' : 'failed', answer: kept }
}

// Debounce of typed text in milliseconds; a choice is sent at once.
const PAUSE = 250

/** Searches stores through the shop. Offline, returns those this browser loaded last. */
export function useStores(search: StoreQuery | undefined): Stores {
  const query = search ? new URLSearchParams(search).toString() : ''
  const isTyped = search !== undefined && 'text' in search
  const [answered, setAnswered] = useState<StoreResult | undefined>(undefined)
  useEffect(() => {
    if (query === '') return undefined
    const controller = new AbortController()
    const look = async () => {
      const found = await answerTo(query, controller.signal)
      if (!controller.signal.aborted) setAnswered(found)
    }
    const timer = setTimeout(() => void look(), isTyped ? PAUSE : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, isTyped])
  if (query === '') return { state: 'none', answer: undefined }
  if (answered?.query === query) return answered
  // Keeps earlier matches only while the same chain and place are searched.
  const isSameSearch = isTyped && new URLSearchParams(answered?.query).get('chain') === search.chain
  return { state: 'loading', answer: isSameSearch ? answered?.answer : undefined }
}

/** Sentence about the result of a store search. */
function summaryOf({ state, answer }: Stores, chain: string): string {
  switch (state) {
    case 'none':
      return '請選擇縣市與地區，或輸入門市名稱、路名搜尋。'
    case 'loading':
      return '載入門市…'
    case 'failed':
      return '目前查不到門市名單，您可以直接輸入店號。'
    case 'fresh':
    case 'kept': {
      const count = answer?.stores.length ?? 0
      if (count === 0) return `找不到符合的 ${chain} 門市，請換一個地區或關鍵字。`
      const more = answer?.hasMore ? '，還有更多，請輸入更完整的名稱' : ''
      const kept = state === 'kept' ? '目前查不到最新的門市，以下是上次看到的。' : ''
      return `${kept}找到 ${count} 家 ${chain} 門市${more}。`
    }
  }
}

type Choice = {
  readonly store: ShownStore
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function StoreChoice({ store, isChosen, onChoose }: Choice) {
  return (
    <label className={card.choice}>
      <input
        type="radio"
        name="storeChoice"
        value={store.number}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={card.name}>
        {store.name}
        {store.isOutlying ? <span className={styles.island}>離島</span> : null}
      </span>
      <span className={card.note}>{store.address}</span>
    </label>
  )
}

/** The stores that were found, to choose one of by pointer, arrow keys or ear. */
export function StoreResults({
  stores,
  chosen,
  onChoose,
}: {
  stores: Stores
  chosen: Store
  onChoose: (store: Store) => void
}) {
  const found = stores.state === 'none' ? [] : (stores.answer?.stores ?? [])
  const { chain } = chosen
  return (
    <>
      <output className={styles.summary}>{summaryOf(stores, chain)}</output>
      {found.length > 0 ? (
        <fieldset className={styles.results}>
          <legend className="visually-hidden">{chain} 門市</legend>
          {found.map((store) => (
            <StoreChoice
              key={store.number}
              store={store}
              isChosen={store.number === chosen.number}
              onChoose={() => onChoose({ chain, number: store.number, name: store.name })}
            />
          ))}
        </fieldset>
      ) : null}
    </>
  )
}

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
