// The library that reads workbooks unpacks large parts in workers made from text, which the Content-Security-Policy forbids.
// So the parts are unpacked here, by the browser, and handed to it unpacked. That also bounds what a packed file can grow to:
// the sizes that it declares may be wrong.

/** A part of a workbook, with what the file declares about it: the checksum and the size of the unpacked bytes. */
interface Part {
  readonly name: string
  readonly isPacked: boolean
  readonly packed: Uint8Array<ArrayBuffer>
  readonly declared: Uint8Array<ArrayBuffer>
}

/** The parts that cells are read from: the list of sheets, the sheets, their texts and their formats of numbers. */
const isRead = (name: string): boolean =>
  /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+)\.xml$|^xl\/_rels\/workbook\.xml\.rels$/i.test(
    name,
  )

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }

/** Where the directory of a zip file ends; -1 where it has none. */
function endOf(view: DataView): number {
  const longestComment = 65_535
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - longestComment); at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at
  }
  return -1
}

/** The parts that are read; null where the file is not a complete zip. A view throws a RangeError on a place outside the file. */
function partsOf(bytes: Uint8Array<ArrayBuffer>): Part[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end < 0) return null
  const parts: Part[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== signatures.central) return null
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const method = view.getUint16(at + 10, true)
    if (isRead(name) && (method === 0 || method === 8)) {
      const local = view.getUint32(at + 42, true)
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const packed = bytes.subarray(start, start + view.getUint32(at + 20, true))
      const declared = Uint8Array.of(...bytes.subarray(at + 16, at + 20), ...bytes.subarray(at + 24, at + 28))
      parts.push({ name, isPacked: method === 8, packed, declared })
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** What comes before packed bytes in a gzip file; their checksum and size come after them. */
const gzipHead = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)

/** The unpacked bytes in pieces; null as soon as they are more than `most`, or where they are not what the file declares. */
async function inflate({ packed, declared }: Part, most: number): Promise<Uint8Array[] | null> {
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

interface Unpacked {
  readonly name: Uint8Array
  readonly pieces: readonly Uint8Array[]
  readonly size: number
}

/** A zip file that holds the parts as they are. Its checksums are empty: the reader does not look at them. */
function store(parts: readonly Unpacked[]): ArrayBuffer {
  const ofParts = parts.reduce((total, { name, size }) => total + 76 + 2 * name.length + size, 0)
  const bytes = new Uint8Array(ofParts + 22)
  const view = new DataView(bytes.buffer)
  const starts: number[] = []
  let at = 0
  const head = (signature: number, shift: number, { name, size }: Unpacked) => {
    view.setUint32(at, signature, true)
    view.setUint32(at + shift + 14, size, true)
    view.setUint32(at + shift + 18, size, true)
    view.setUint16(at + shift + 22, name.length, true)
  }
  const add = (piece: Uint8Array) => {
    bytes.set(piece, at)
    at += piece.length
  }
  for (const part of parts) {
    starts.push(at)
    head(signatures.local, 4, part)
    at += 30
    add(part.name)
    part.pieces.forEach(add)
  }
  const directory = at
  for (const [place, part] of parts.entries()) {
    head(signatures.central, 6, part)
    view.setUint32(at + 42, starts[place] ?? 0, true)
    at += 46
    add(part.name)
  }
  view.setUint32(at, signatures.end, true)
  view.setUint16(at + 8, parts.length, true)
  view.setUint16(at + 10, parts.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes.buffer
}

/** A workbook as a zip file that is not packed, with the parts that cells are read from; null where it is damaged or unpacks to more than `most` bytes. */
export async function unpackWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<ArrayBuffer | null> {
  let parts: Part[] | null
  try {
    parts = partsOf(bytes)
  } catch {
    return null
  }
  if (parts === null) return null
  const unpacked: Unpacked[] = []
  let left = most
  for (const part of parts) {
    const pieces = part.isPacked ? await inflate(part, left) : [part.packed]
    if (pieces === null) return null
    const size = pieces.reduce((total, { length }) => total + length, 0)
    left -= size
    unpacked.push({ name: new TextEncoder().encode(part.name), pieces, size })
  }
  return store(unpacked)
}
