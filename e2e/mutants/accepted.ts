/** Changes that no test need notice, each with its reason: they change nothing that anybody could see. */
export const ACCEPTED_SURVIVORS: readonly (readonly [name: string, reason: string])[] = []
