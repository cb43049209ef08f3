declare const proven: unique symbol

/**
 * An address whose mailbox is proven to belong to the person it is used for. Everything that reads records by an address
 * takes this type, and `provenAddress` alone makes it (docs/decisions/proven-addresses.md lists the readers).
 */
export type ProvenAddress = string & { readonly [proven]: true }

/** An account's address with the sign-in service's word on it, or one for whose request the owner answers. */
export type AddressProof =
  | { readonly email: string; readonly emailVerified: boolean }
  | { readonly email: string; readonly by: 'owner' }

/**
 * The proven address, or undefined. The sign-in service sets `emailVerified` after a link in a mail, and after a sign-in
 * by Google that verified the same address. A provider among the ways to sign in proves nothing: anybody can link their
 * own Google account to an account that they opened with another person's address.
 */
export function provenAddress(proof: AddressProof): ProvenAddress | undefined {
  const { email } = proof
  return isProven(email, proof) ? email : undefined
}

function isProven(email: string, proof: AddressProof): email is ProvenAddress {
  return email !== '' && ('by' in proof || proof.emailVerified)
}
