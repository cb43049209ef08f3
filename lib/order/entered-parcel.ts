import { pastedText } from '#lib/text/plain-text.ts'

/** Parcel as the owner enters it. */
export type Parcel = { readonly carrier: string; readonly trackingNumber: string }

/** A parcel without blanks around its words, and without what else comes along with a pasted number. */
export function parcelOf(parcel: Parcel): Parcel {
  return {
    carrier: parcel.carrier.trim(),
    trackingNumber: pastedText(parcel.trackingNumber).trim(),
  }
}

export function isSameParcel(a: Parcel | undefined, b: Parcel): boolean {
  return a?.carrier === b.carrier && a.trackingNumber === b.trackingNumber
}

/** Whether a parcel says who carries it and under which number. */
export function isComplete({ carrier, trackingNumber }: Parcel): boolean {
  return carrier !== '' && trackingNumber !== ''
}
