import { z } from 'zod'

export const dispute = {
  dispute: z.string(),
  /** A code of the provider's own. */
  issue: z.string(),
  channel: z.enum(['provider', 'bank']).optional(),
  amount: z.int().optional(),
  respondBy: z.iso.datetime().optional(),
  isAnswered: z.literal(true).optional(),
}

/** Events of buyers' disputes; amounts in whole TWD. */
export const DISPUTE_EVENT_DATA = {
  'dispute.opened': dispute,
  /** The turn of an open dispute: the provider has the shop's answer, or asks for another one. */
  'dispute.response-changed': {
    dispute: z.string(),
    isAnswered: z.boolean(),
    respondBy: z.iso.datetime().optional(),
  },
  'dispute.won': dispute,
  'dispute.lost': dispute,
}
