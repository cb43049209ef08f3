import { addresses } from './addresses.ts'
import { database } from './database.ts'
import { expect } from './expect.ts'

/** Stores a half that the owner has shown, and waits until the shop knows it. */
export async function showHalf(id: string): Promise<void> {
  const at = new Date().toISOString()
  await database()
    .doc(`halves/${id}`)
    .set({
      motif: 'ridge',
      strokes: [{ points: [308, 151, 372, 84, 422, 90, 516, 128, 620, 172] }],
      name: '',
      email: 'shown@drawing.example',
      keyHash: '',
      drawing: id,
      state: 'shown',
      createdAt: at,
      changedAt: at,
      shownAt: at,
      publicAt: at,
    })
  const status = async () => (await fetch(new URL(`/halves/${id}`, addresses().shop))).status
  await expect.poll(status).toBe(200)
}
