import 'server-only'
import { database, withDeadline } from './database.ts'
import { type DataRequest, dataRequestSchema, type DataRequestKind } from '../../account/account.ts'

const REQUESTS = 'data_requests'

function reference(uid: string, kind: DataRequestKind) {
  return database().collection(REQUESTS).doc(`${uid}-${kind}`)
}

/** Leaves a member's request on the owner's list; asked again, it is the same one. */
export async function saveDataRequest(request: DataRequest): Promise<void> {
  const call = reference(request.uid, request.kind).set(request)
  await withDeadline('saving a data request', call)
}

/** The requests that the owner has not answered, the oldest first. */
export async function dataRequests(): Promise<readonly DataRequest[]> {
  const query = database().collection(REQUESTS).orderBy('askedAt')
  const { docs } = await withDeadline('reading data requests', query.get())
  return docs.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** The kinds of request that a member has left, and that the owner has not answered. */
export async function dataRequestsOf(uid: string): Promise<readonly DataRequest[]> {
  const query = database().collection(REQUESTS).where('uid', '==', uid)
  const { docs } = await withDeadline('reading own data requests', query.get())
  return docs.flatMap((document) => dataRequestSchema.safeParse(document.data()).data ?? [])
}

/** Takes answered requests off the list: those under this e-mail, whether or not there is still an account. */
export async function answerDataRequests(
  email: string,
  kinds: readonly DataRequestKind[],
): Promise<void> {
  const written = [...new Set([email, email.toLowerCase()])]
  const query = database().collection(REQUESTS).where('email', 'in', written)
  const { docs } = await withDeadline('finding data requests', query.get())
  const answered = docs.filter((document) => kinds.some((kind) => document.get('kind') === kind))
  await withDeadline(
    'answering data requests',
    Promise.all(answered.map(({ ref }) => ref.delete())),
  )
}
