import { z } from 'zod'

/** A setting that must be there; `error` says what to set. */
export const text = (error: string) => z.string({ error }).trim().min(1, { error })

/** A setting that may be missing. */
export const optionalText = text('leave it out rather than blank').optional()
