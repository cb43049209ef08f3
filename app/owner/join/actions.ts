'use server'

import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { deleteApplication } from '#lib/join/application.ts'

const ofApplication = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

/** Deletes what somebody wrote on /join. */
export const deleteApplicationAction = ownerAction(ofApplication, ({ id }) => deleteApplication(id))
