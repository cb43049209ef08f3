import type { StoreChain } from '#lib/delivery/recipient.ts'
import type { MapReply } from './map-choice.ts'
import type { ParcelState } from './parcel-state.ts'
import type { ChainStore } from './store.ts'

/** Carriers of parcels: a chain to its stores, or 黑貓 home. */
export const PARCEL_CHAINS = ['7-11', '全家', '黑貓'] as const satisfies readonly (
  | StoreChain
  | '黑貓'
)[]

export type ParcelChain = (typeof PARCEL_CHAINS)[number]

/** Destination of a parcel: a chain's store, or home. */
export type ParcelDestination =
  | { readonly chain: StoreChain; readonly store: string }
  | { readonly chain: '黑貓'; readonly zipcode: string; readonly address: string }

/** A parcel to be booked; amounts in whole TWD. */
export type ParcelToBook = {
  /** The shop's number of it: unique for ever, at most 20 letters and digits. */
  readonly number: string
  readonly destination: ParcelDestination
  /** Value of the goods, 1 to 20,000 TWD: the compensation for a lost parcel. */
  readonly value: number
  readonly goods: string
  /** The telephone as digits; for a store it is a mobile one. */
  readonly recipient: { readonly name: string; readonly phone: string }
  readonly bookedAt: Date
}

/** The carrier's ids of a parcel; only some chains have `validation`. */
export type ParcelIds = {
  readonly chain: ParcelChain
  readonly carrierId: string
  readonly paymentNo: string
  readonly validation: string
}

/** The carrier's record of a parcel; amounts in whole TWD. */
export type ParcelRecord = {
  readonly number: string
  readonly ids: ParcelIds
  /** Undefined if the shop does not know the carrier's code. */
  readonly state: ParcelState | undefined
  readonly code: string
  readonly words: string
  readonly value: number
  /** Cash on pickup in TWD; always 0. */
  readonly collect: number
  /** The carrier's fee, once charged. */
  readonly fee: number
}

/** A pushed message about a parcel. It is a hint; `find` asks for the truth. */
export type ParcelPush =
  | {
      readonly kind: 'status'
      readonly number: string
      readonly state: ParcelState | undefined
      readonly code: string
      readonly words: string
      readonly at: string
    }
  | { readonly kind: 'store'; readonly carrierId: string; readonly trouble: StoreTrouble }

/** Problem of a store, as its chain reports it. */
export type StoreTrouble = 'closed' | 'renumbered' | 'no-return-store' | 'closed-for-a-while'

/** A form that a browser posts to the carrier: to print labels, or to choose a store on its map. */
export type CarrierForm = {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Why a carrier failed; after `unknown`, it may have succeeded. */
export type CarrierProblemKind = 'unknown' | 'refused' | 'throttled' | 'not-set'

/** A call to the carrier that did not succeed. `issue` is its code or ours, never personal data. */
export class CarrierProblem extends Error {
  override readonly name = 'CarrierProblem'
  readonly kind: CarrierProblemKind
  readonly issue: string

  constructor(what: string, kind: CarrierProblemKind, issue: string) {
    super(`Carrier call "${what}" failed: ${kind} ${issue}`)
    this.kind = kind
    this.issue = issue
  }
}

/** A carrier of parcels to convenience stores, and home. Every call throws CarrierProblem. */
export type ParcelCarrier = {
  /** Whether it takes parcels home. */
  readonly sendsHome: boolean
  /** All stores of a chain that keep parcels. */
  readonly listStores: (chain: StoreChain) => Promise<readonly ChainStore[]>
  /**
   * Books a parcel once under the shop's number. `collect` must be 0. After `unknown`, call `find`
   * before a retry.
   */
  readonly book: (parcel: ParcelToBook, collect: 0) => Promise<ParcelIds>
  /** Finds a parcel by the shop's number, or undefined when there is none. */
  readonly find: (number: string) => Promise<ParcelRecord | undefined>
  /** Sends a parcel to another store of its chain. */
  readonly changeStore: (ids: ParcelIds, store: string) => Promise<void>
  /** Takes a booking back, where the chain can (7-11); elsewhere it lapses when its days are over. */
  readonly cancel: (ids: ParcelIds) => Promise<void>
  /** The form that prints the labels of parcels of one chain on one sheet. */
  readonly labels: (parcels: readonly ParcelIds[]) => CarrierForm
  /** Form that opens a chain's store map; the reply carries the token. */
  readonly storeMap: (chain: StoreChain, token: string) => CarrierForm
  /** Parses the map's unsigned browser reply; undefined if invalid. */
  readonly readMapReply: (body: string) => MapReply | undefined
  /** Reads a pushed form, or undefined when it is not signed by the carrier. */
  readonly readPush: (body: string) => ParcelPush | undefined
}
