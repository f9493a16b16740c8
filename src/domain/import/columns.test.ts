import { describe, expect, it } from 'vitest'
import { duesLeftOut, feesLeftOut, guessColumns } from './columns.ts'
import type { ImportField } from './import.ts'

/** Headings of school files by the field that they name; `none` has headings that do not name a field of an import. */
// prettier-ignore
const headings: Readonly<Record<ImportField | 'none', readonly string[]>> = {
  rollNo: ['Roll No', 'Roll No.', 'Roll #', 'ROLL NUMBER', 'R.No', 'R. No.', 'RollNo', 'roll_no', 'ROLLNO', 'Roll', 'Rol No', 'Roll Num', 'رول نمبر', 'Student Roll No', 'Class Roll No'],
  oldNumber: ['Adm No', 'Adm. No.', 'Admission No', 'Admission Number', 'Admission #', 'GR No', 'GR#', 'G.R. No', 'GR', 'Reg. No', 'Reg #', 'Registration No', 'Regn No.', 'Dakhla No', 'داخلہ نمبر', 'رجسٹریشن نمبر', 'Old No', 'Student ID', 'Std ID', 'ID', 'Computer No', 'AdmissionNo', 'adm_no', 'Old Roll No', 'Gen. Reg. No', 'Enrollment No'],
  studentName: ['Name', 'NAME', 'Student Name', "Student's Name", 'Name of Student', 'Name of the Student', 'StudentName', 'student_name', 'STUDENTNAME', 'Std Name', 'Sudent Name', 'Studnet Name', 'Pupil Name', 'Child Name', 'Bachay ka naam', 'Bache ka Nam', 'Naam', 'Talib ilm ka naam', 'نام', 'طالب علم کا نام', 'بچے کا نام', 'نام طالب علم', 'Student', 'Full Name', 'Student Full Name', 'Name (in block letters)', 'Students Name'],
  fatherName: ["Father's Name", 'Father Name', 'Fathers Name', 'Father’s Name', 'FATHER NAME', 'F/Name', 'F. Name', 'F Name', 'FName', 'FatherName', 'father_name', 'S/O', 's/o', 'S/o, D/o', 'D/O S/O', 'Guardian', 'Guardian Name', 'Father/Guardian', 'Father/Guardian Name', 'Parent Name', 'Walid ka naam', 'Walid ka Nam', 'Waldiyat', 'Waldiat', 'ولدیت', 'والد کا نام', 'نام والد', 'سرپرست', 'Faher Name', 'Fatehr Name', 'Guardain Name', 'Sarparast ka naam', 'Son of', 'Father', 'Name of Father'],
  dateOfBirth: ['DOB', 'D.O.B', 'D.O.B.', 'dob', 'Date of Birth', 'Date Of Birth', 'DateOfBirth', 'DATEOFBIRTH', 'Birth Date', 'Birthdate', 'DOB (dd/mm/yyyy)', 'Tareekh-e-Paidaish', 'Tareekh e Pedaish', 'Tarikh Paidaish', 'تاریخ پیدائش', 'تاریخِ پیدائش', 'Birthday', 'Date of Brith', 'D o B', "Student's DOB"],
  placeOfBirth: ['Place of Birth', 'Birth Place', 'Birthplace', 'Place Of Birth', 'Jaye Paidaish', 'جائے پیدائش', 'مقام پیدائش', 'City of Birth'],
  gender: ['Gender', 'Sex', 'Jins', 'جنس', 'M/F', 'F/M', 'Boy/Girl', 'Male/Female', 'GENDER', 'Gender (M/F)'],
  studentClass: ['Class', 'CLASS', 'Cls', 'Class Name', 'Grade', 'Std', 'Std.', 'Standard', 'Jamat', 'Jamaat', 'جماعت', 'کلاس', 'درجہ', 'Class/Section', 'Class & Sec', 'Present Class', 'Current Class', 'Darja'],
  section: ['Section', 'Sec', 'Sec.', 'SECTION', 'سیکشن', 'فریق', 'Section Name'],
  monthlyFee: ['Fee', 'Fees', 'Monthly Fee', 'Monthly Fees', 'Mahana fees', 'Mahana Fee', 'Tuition', 'Tuition Fee', 'Tution Fee', 'Fee (Rs.)', 'Fee Rs.', 'Monthly Fee (PKR)', 'Fee per month', 'Fee (per month)', 'New Fee', 'Revised Monthly Fee', 'Current Fee', 'نئی فیس', 'موجودہ فیس', 'Fee 2026', 'FeePerMonth', 'Monthly', 'فیس فی ماہ', 'Fee/Month', 'فیس', 'ماہانہ فیس', 'ماہوار فیس', 'ٹیوشن فیس', 'MonthlyFee', 'Monthy Fee', 'monthly_fee', 'Monthly Tuition Fee', 'Fee Amount'],
  discount: ['Discount', 'Disc', 'Disc.', 'Concession', 'Fee Concession', 'Fee Discount', 'Scholarship', 'Riayat', 'رعایت', 'Monthly Discount', 'Discount per month', 'New Discount', 'ماہانہ رعایت', 'Discount (Rs)', 'Conc.', 'چھوٹ', 'Discount Amount'],
  balance: ['Balance', 'BALANCE', 'Bal', 'Bal.', 'Dues', 'Due', 'Baqaya', 'Baqaya jat', 'بقایا', 'بقایا جات', 'بقایاجات', 'واجبات', 'Arrears', 'Arrear', 'Outstanding', 'Opening Balance', 'Previous Balance', 'Previous Dues', 'Old Balance', 'Fee Balance', 'Fee Arrears', 'Pending Fee', 'Remaining Fee', 'Balance Amount', 'Outstanding Dues', 'Pending Dues', 'Dues (Rs.)', 'Total Dues', 'Total Balance', 'Net Balance', 'Grand Total Dues', 'کل بقایا', 'Total Arrears', 'Net Payable', 'Balence'],
  admissionDate: ['Admission Date', 'Date of Admission', 'DOA', 'D.O.A', 'Adm Date', 'Adm. Date', 'Joining Date', 'Date of Joining', 'تاریخ داخلہ', 'Dakhla Tareekh', 'Date of Entry'],
  religion: ['Religion', 'Mazhab', 'مذہب', 'RELIGION', 'Relegion'],
  address: ['Address', 'Home Address', 'Residential Address', 'Postal Address', 'Permanent Address', 'Pata', 'پتہ', 'گھر کا پتہ', 'Adress', 'Addr.', 'Present Address', 'Ghar ka pata'],
  fatherCnic: ['CNIC', 'CNIC No', 'CNIC #', 'Father CNIC', "Father's CNIC No.", 'NIC', 'Father NIC', 'Shanakhti card', 'Shanakhti Card No', 'شناختی کارڈ نمبر', 'شناختی کارڈ', 'Father ID Card', 'ID Card No', 'Guardian CNIC', 'F/CNIC', 'F. CNIC', 'FatherCNIC', 'والد کا شناختی کارڈ نمبر'],
  fatherOccupation: ['Occupation', "Father's Occupation", 'Father Occupation', 'Profession', 'Father Profession', 'Pesha', 'پیشہ', 'والد کا پیشہ', 'Father Job'],
  fatherHomePhone: ['Mobile', 'Mobile No', 'Mobile #', 'Cell', 'Cell No', 'Cell No.', 'Phone', 'Phone No', 'Phone #', 'Ph', 'Ph #', 'Contact', 'Contact No', 'Contact Number', 'Father Mobile', "Father's Cell", 'Father Contact No', 'WhatsApp', 'WhatsApp No', 'موبائل', 'موبائل نمبر', 'فون نمبر', 'رابطہ نمبر', 'Home Phone', 'Phone (Home)', 'Tel', 'Tel No', 'Guardian Contact', 'MobileNo', 'Phone 1', 'Res. Phone'],
  fatherOfficePhone: ['Office Phone', 'Phone Office', 'Off. Phone', 'Shop Phone', 'Shop Phone No', "Father's Shop Phone", 'Office Number', 'Office No', 'Work Phone', 'Father Office Phone', 'دفتر فون'],
  telephone: ['Mother cell', 'Mother Mobile', "Mother's Phone", 'Mother Phone Number', 'Mother Contact', 'والدہ موبائل', 'M/Cell No'],
  fatherEmail: ['Email', 'E-mail', 'E-Mail Address'.replace(' Address', ''), "Father's Email", 'Father Email', 'Email ID', 'ای میل'],
  none: ['B-Form', 'B Form No', 'S.No', 'Sr.', 'Sr. No', 'Sr #', 'Class Teacher', 'Remarks', 'Age', 'Mother Name', "Mother's CNIC", 'Nationality', 'Signature', 'Photo', 'Admission Fee', 'Annual Fee', 'Exam Fee', 'Due Date', 'Paid', 'Received', 'Status', 'Blood Group', 'Transport', 'Admission Class', 'Total', 'F', 'M', '1', '-', 'والدہ کا نام', 'Emergency Contact', 'Fee Paid', 'Family No',
    '#', 'No.', 'No', 'Number', 'number', 'نمبر', 'Nos', 'Sheet No', 'Scholarship ID', 'Scholarship No', 'Discount Code', 'Fee No', 'Fee Code', 'Balance ID', 'Dues No', 'Father ID', 'Father No', 'Class ID', 'Section Code',
    'Discount %', 'Discount (%)', 'Concession (in %)', 'Fee %', 'Fee ٪', 'Discount ％', 'Discount (percent)', 'Discount [%age]', 'Discount Percentage', 'رعایت (فیصد)', 'Fee (000)', "Fee (Rs. '000)", 'Fee (in thousands)', 'Dues (in lacs)', 'Balance (K)', 'Fee ($)', 'Fee (paisa)', 'discount_pct',
    'Shop No', 'Shop', 'دکان نمبر', 'Last Class Section', 'Previous Class/Section', 'Last Class', 'Sect',
    'Fee (old)', 'Monthly Fee (Last)', 'Old Fee', 'Previous Fee', 'Last Fee', 'Old Monthly Fee', 'پرانی فیس', 'New Class',
    'Pending Months', 'Months Due', 'No. of Months Due', 'Unpaid Months', 'Arrears Months', 'Balance Months', 'Dues Month', 'Months', 'Month', 'Discount (Months)', 'Dues (months)', 'Fee Months', 'DuesMonths', 'بقایا ماہ', 'بقایا مہینے', 'Baqaya mahine',
    'House', 'House No', 'House Name', 'House Colour', 'Fine', 'Other', 'Books', 'Caste', 'Total Fee'],
}

describe('a column', () => {
  const cases = Object.entries(headings).flatMap(([field, texts]) =>
    texts.map((heading) => [heading, field] as const),
  )

  it('is recognised by more than 300 headings', () => {
    expect(cases.length).toBeGreaterThan(300)
  })

  it.each(cases)('with the heading %j is %s', (heading, field) => {
    expect(guessColumns('students', [heading], [])).toEqual([field === 'none' ? null : field])
  })

  it('that is left out looks like dues if it has amounts below a word for a balance', () => {
    const given = ['Balance', 'Arrears 2025', 'Months Due', 'Dues cleared', 'بقایا سابقہ سال', 'Remarks']
    const sample = [
      ['0', '-', '3', 'yes', '0', '500'],
      ['0', 'Rs 1,500', '', '', '۷۵۰', ''],
    ]
    expect(duesLeftOut('students', ['balance', null, null, null, null, null], given, sample)).toEqual([
      'Arrears 2025',
      'بقایا سابقہ سال',
    ])
    expect(duesLeftOut('students', ['balance'], ['Balance'], [['500']])).toEqual([])
  })

  it.each([
    [['Old Fee', 'New Fee'], 'New Fee'],
    [['Previous Fee', 'Revised Fee'], 'Revised Fee'],
    [['Last Fee', 'Fee'], 'Fee'],
    [['Fee (Old)', 'Fee (New)'], 'Fee (New)'],
    [['Monthly Fee', 'New Fee'], 'New Fee'],
    [['پرانی فیس', 'نئی فیس'], 'نئی فیس'],
    [['Fee 2025', 'Fee 2026'], null],
    [['Current Fee', 'New Fee'], null],
    [['Fee', 'Fee (2)', 'Old Fee'], null],
  ])('among %j is the fee only if no other could be it', (given, fee) => {
    const columns = guessColumns('fees', given, [])
    expect(given[columns.indexOf('monthlyFee')] ?? null).toBe(fee)
    const doubtful = fee === null ? given.filter((heading) => heading !== 'Old Fee') : []
    expect(feesLeftOut('fees', columns, given)).toEqual(doubtful)
  })
})
