import type { MailDraft } from './mail.ts'

export const NOW = new Date('2026-11-23T10:20:00.000Z')

export const LATER = new Date('2026-11-23T11:00:00.000Z')

export function draftPaidDigest(
  sequence: number,
  kind: 'owner-paid' | 'paid' = 'owner-paid',
): MailDraft {
  const number = `Order2026112318-${String(sequence).padStart(4, '0')}`
  const id = `doc-${sequence}-${kind}`
  return { id, event: kind, kind, order: `doc-${sequence}`, number, values: { total: 'NT$1,540' } }
}

export const START = new Date('2026-11-21T02:00:00.000Z')

export const later = (milliseconds: number) => new Date(START.getTime() + milliseconds)
