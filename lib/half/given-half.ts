import 'server-only'

import { z } from 'zod'

import { motifSchema } from '#lib/product/product.ts'
import { isEmail, isVisible, typedEmail } from '#lib/text/plain-text.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'
import { readMotifHalf } from './half-drawing.ts'
import { LONGEST_NAME } from './half-name.ts'
import { halfText, MAX_POINTS, MAX_STROKES, MAX_TEXT, type Half } from './half.ts'

/** What somebody gives: the drawing, a name or none, and an address where no member is signed in. */
export const halfFieldsSchema = z
  .strictObject({
    motif: motifSchema,
    half: z.string().min(1).max(MAX_TEXT),
    name: singleLineText(LONGEST_NAME).refine((name) => name === '' || isVisible(name)),
    email: singleLineText(254)
      .overwrite((typed) => typedEmail(typed).toLowerCase())
      .refine((email) => email === '' || isEmail(email)),
    consent: z.literal(true),
  })
  .refine(({ motif, half }) => readMotifHalf(motif, half) !== undefined)
export type HalfFields = Readonly<z.output<typeof halfFieldsSchema>>

/** What becomes of a half: its address is proven, then the owner shows it or puts it aside. */
export const HALF_STATES = ['unconfirmed', 'waiting', 'shown', 'aside'] as const
export type HalfState = (typeof HALF_STATES)[number]

const coordinate = z.int().min(0).max(2000)

/** The strokes of a half as they are stored: numbers alone, x and y in turn. */
const strokesSchema = z
  .array(
    z.object({
      points: z
        .array(coordinate)
        .min(4)
        .max(2 * MAX_POINTS),
    }),
  )
  .min(1)
  .max(MAX_STROKES)

/** Document halves/{id}. Times are ISO 8601 in UTC. */
const storedSchema = z.object({
  id: z.string(),
  motif: motifSchema,
  strokes: strokesSchema,
  name: z.string(),
  /** The owner has taken the name away; the drawing stays. */
  isNameHidden: z.boolean().default(false),
  email: z.string(),
  /** The member who gave it. */
  uid: z.string().optional(),
  keyHash: z.string(),
  /** A hash of the drawing, by which copies are found. */
  drawing: z.string(),
  state: z.enum(HALF_STATES),
  createdAt: z.iso.datetime(),
  /** When it came into its state. */
  changedAt: z.iso.datetime(),
  shownAt: z.iso.datetime().optional(),
  /** When what the public sees of it changed last; absent while it was never public. */
  publicAt: z.iso.datetime().optional(),
})
type Stored = Readonly<z.infer<typeof storedSchema>>

/** A half that somebody gave. */
export type GivenHalf = Readonly<Omit<Stored, 'strokes'>> & {
  /** Its text, as `halfText` writes it. */
  readonly half: string
}

const pairs = (points: readonly number[]) =>
  Array.from({ length: points.length / 2 }, (_, index) => {
    return [points[2 * index] ?? 0, points[2 * index + 1] ?? 0] as const
  })

/** The fields of a document; absent ones are left out. */
export function halfDocument({ id: _id, half, ...fields }: GivenHalf): Omit<Stored, 'id'> {
  const strokes: Half = readMotifHalf(fields.motif, half) ?? []
  return { ...fields, strokes: strokes.map((stroke) => ({ points: stroke.flat() })) }
}

/** Reads a document; undefined for one of another form, such as the trace of a half that was taken back. */
export function halfFrom(id: string, data: object | undefined): GivenHalf | undefined {
  const stored = storedSchema.safeParse({ ...data, id }).data
  if (!stored) return undefined
  const { strokes, ...fields } = stored
  const half = halfText(strokes.map(({ points }) => pairs(points)))
  return readMotifHalf(fields.motif, half) ? { ...fields, half } : undefined
}

/** How long a half stays, in days: without a proven address, without a decision, and put aside. Shown ones stay. */
export const HALF_DAYS = { unconfirmed: 7, waiting: 365, aside: 90 } as const

/** The most mails with a link that an address gets within a day, and halves that wait of one address. */
export const HALF_LIMITS = { mailsPerDay: 3, waiting: 5, all: 100 } as const
