'use server'

import { z } from 'zod'

import { ownerListAction } from '#app/owner-action.ts'
import { AUDIT_KINDS } from '#lib/audit/audit.ts'
import { type AuditPage, findAudit } from '#lib/owner/find-audit.ts'
import { ok, type Result } from '#lib/result.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const auditSearch = z.object({
  kind: z.enum(AUDIT_KINDS).or(z.literal('').transform(() => undefined)),
  about: singleLineText(254),
  before: z.iso.datetime().optional(),
})

/** Searches the audit trail. The query is not in the address. */
export const searchAuditAction = ownerListAction(
  auditSearch,
  async (search): Promise<Result<AuditPage, never>> => ok(await findAudit(search)),
)
