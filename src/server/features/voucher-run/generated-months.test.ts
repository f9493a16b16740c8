import { beforeEach, describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { checkNoOp } from '#test/every-row.ts'
import { openVoucherSchool } from '#test/voucher-school.ts'

const { school, desk, admitInOctober, generate, force, preview } = await openVoucherSchool()
const { now: november21 } = school

beforeEach(async () => {
  school.now = november21
  await admitInOctober()
})

const generateCampus = async (fromDate: string, day = '2026-11-21') =>
  (await deskOn(day)).post('/finances/generateVoucher/campus/Main%20Campus', { fromDate })
const previewCampus = async (fromDate: string, day = '2026-11-21') =>
  (await deskOn(day)).get(`/finances/campusVoucherPreview/Main%20Campus/${fromDate}`)

/** Signs the desk in on another day, because the earlier session has ended by then. */
async function deskOn(day: string) {
  if (day === '2026-11-21') return desk()
  school.now = new Date(`${day}T09:00:00+05:00`)
  return school.as('desk@main.test')
}

describe('the limit on fee periods', () => {
  it.each(['2062-12-01', '2026-05-31', '2027-06-01'])(
    'refuses a period from %s with an error at its field, for a campus, a student and their previews',
    async (fromDate) => {
      covers('decisions 6.months.generation')

      for (const send of [
        () => generateCampus(fromDate),
        () => previewCampus(fromDate),
        () => generate({ fromDate }),
        () => force({ fromDate }),
        () => preview(fromDate),
      ]) {
        expect(await checkNoOp(school.db, send)).toMatchObject({
          status: 400,
          body: {
            code: 'invalid',
            msg: 'Please correct the marked fields',
            errors: [{ field: 'fromDate', message: 'Choose a month from June 2026 to May 2027' }],
          },
        })
      }
    },
  )

  it.each([
    ['2026-11-21', '2026-06-01'],
    ['2026-11-21', '2027-05-31'],
    ['2027-01-10', '2026-08-01'],
    ['2027-01-10', '2027-12-31'],
  ])('allows, on %s, a period from %s', async (today, fromDate) => {
    expect((await previewCampus(fromDate, today)).body).toMatchObject({ students: 1 })
    expect(await generateCampus(fromDate, today)).toMatchObject({ status: 200, body: { generated: 1 } })
  })

  it('allows a period for a student if one of its months can be posted', async () => {
    expect((await preview('2027-05-31')).status).toBe(200)
    expect((await generate({ fromDate: '2027-05-31', toDate: '2027-06-30' })).status).toBe(200)
  })
})
