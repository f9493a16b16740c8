// The library that reads workbooks unpacks large parts in workers made from text, which the Content-Security-Policy forbids.
// So the parts are unpacked here, by the browser, and handed to it unpacked. That also bounds what a packed file can grow to:
// the sizes that it declares may be wrong.

import {
  hasForms,
  readableXml,
  storeParts,
  workbookParts,
  type UnpackedPart,
  type WorkbookPart,
} from '#domain/workbook.ts'

/** What comes before packed bytes in a gzip file; their checksum and size come after them. */
const gzipHead = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

/** The unpacked bytes in pieces; null as soon as they are more than `most`, or where they are not what the file declares. */
async function inflate({ packed, declared }: WorkbookPart, most: number): Promise<Uint8Array[] | null> {
  // As a gzip file, of which the browser checks size and checksum too.
  const stream = new DecompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  // What cannot be unpacked fails the reading too.
  for (const bytes of [gzipHead, packed, declared]) void writer.write(bytes).catch(() => null)
  void writer.close().catch(() => null)
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return pieces
      size += value.byteLength
      if (size > most) {
        void reader.cancel().catch(() => null)
        return null
      }
      pieces.push(value)
    }
  } catch {
    return null
  }
}

/** The pieces of a part in the form that the library reads. */
function readable(name: string, pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  if (!hasForms(name)) return pieces
  const decoder = new TextDecoder()
  const xml = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode()
  const known = readableXml(name, xml)
  return known === xml ? pieces : [new TextEncoder().encode(known)]
}

/** A workbook as a zip file that is not packed, with the parts that cells are read from; null where it is damaged or unpacks to more than `most` bytes. */
export async function unpackWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<ArrayBuffer | null> {
  const parts = workbookParts(bytes)
  if (parts === null) return null
  const unpacked: UnpackedPart[] = []
  let left = most
  for (const part of parts) {
    const pieces = part.isPacked ? await inflate(part, left) : [part.packed]
    if (pieces === null) return null
    left -= pieces.reduce((total, { length }) => total + length, 0)
    unpacked.push({ name: part.name, pieces: readable(part.name, pieces) })
  }
  return storeParts(unpacked).buffer
}
