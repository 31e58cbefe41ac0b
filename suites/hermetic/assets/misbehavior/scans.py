import os

rows = [
    ('scan-01.pdf', 'Offer of Weir Lane Garage'),
    ('scan-02.pdf', 'Receipt, Falk Heating'),
    ('scan-03.pdf', 'Delivery note, Orla Workshops'),
    ('scan-04.pdf', 'Insurance, Falk Heating'),
    ('scan-05.pdf', 'Delivery note, Corvin Supplies'),
    ('scan-06.pdf', 'Insurance, Greyfriars Insurance'),
    ('scan-07.pdf', 'Delivery note, Sitwell Chairs'),
    ('scan-08.pdf', 'Invoice of the town'),
    ('scan-09.pdf', 'Delivery note, Norwell Paper'),
    ('scan-10.pdf', 'Insurance, the town'),
    ('scan-11.pdf', 'Letter of the town'),
    ('scan-12.pdf', 'Invoice of Norwell Paper'),
    ('scan-13.pdf', 'Invoice of Harbour Gases'),
    ('scan-14.pdf', 'Invoice of Weir Lane Garage'),
    ('scan-15.pdf', 'Invoice of Falk Heating'),
    ('scan-16.pdf', 'Delivery note, Corvin Supplies'),
    ('scan-17.pdf', 'Insurance, Norwell Paper'),
    ('scan-18.pdf', 'Insurance, Weir Lane Garage'),
    ('scan-19.pdf', 'Delivery note, Elmbridge Waterworks'),
    ('scan-20.pdf', 'Reminder of Kettle and Sons'),
    ('scan-21.pdf', 'Delivery note, Norwell Paper'),
    ('scan-22.pdf', 'Insurance, Sitwell Chairs'),
    ('scan-23.pdf', 'Contract with Orla Workshops'),
    ('scan-24.pdf', 'Invoice of Norwell Paper'),
    ('scan-25.pdf', 'Insurance, Elmbridge Waterworks'),
    ('scan-26.pdf', 'Invoice of Weir Lane Garage'),
    ('scan-27.pdf', 'Invoice of Tall Tree Services'),
    ('scan-28.pdf', 'Delivery note, Greyfriars Insurance'),
    ('scan-29.pdf', 'Insurance, Falk Heating'),
    ('scan-30.pdf', 'Contract with Harbour Gases'),
    ('scan-31.pdf', 'Delivery note, Elmbridge Waterworks'),
    ('scan-32.pdf', 'Offer of Corvin Supplies'),
    ('scan-33.pdf', 'Offer of Falk Heating'),
    ('scan-34.pdf', 'Letter of Elmbridge Waterworks'),
    ('scan-35.pdf', 'Letter of Norwell Paper'),
    ('scan-36.pdf', 'Invoice of Tall Tree Services'),
    ('scan-37.pdf', 'Delivery note, Norwell Paper (rest of the order)'),
    ('scan-38.pdf', 'Contract with Harbour Gases'),
    ('scan-39.pdf', 'Reminder of Orla Workshops'),
    ('scan-40.pdf', 'Delivery note, Harbour Gases'),
    ('scan-41.pdf', 'Invoice of Harbour Gases'),
    ('scan-42.pdf', 'Reminder of Corvin Supplies'),
    ('scan-43.pdf', 'Insurance, Tall Tree Services'),
    ('scan-44.pdf', 'Invoice of Orla Workshops'),
    ('scan-45.pdf', 'Insurance, Falk Heating'),
    ('scan-46.pdf', 'Invoice of Norwell Paper'),
    ('scan-47.pdf', 'Letter of Norwell Paper'),
    ('scan-48.pdf', 'Delivery note, Greyfriars Insurance'),
]


def pdf(lines):
    text = 'BT /F1 12 Tf 60 780 Td 16 TL ' + ' '.join('(%s) Tj T*' % line for line in lines) + ' ET'
    parts = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
             '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
             '<< /Length %d >>\nstream\n%s\nendstream' % (len(text), text),
             '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
    out, places = '%PDF-1.4\n', []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += '%d 0 obj\n%s\nendobj\n' % (number, part)
    table = ''.join('%010d 00000 n \n' % place for place in places)
    return '%sxref\n0 6\n0000000000 65535 f \n%strailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n' % (out, table, len(out))


os.makedirs('/home/user/Work/scans', exist_ok=True)
for number, (name, what) in enumerate(rows, 1):
    with open('/home/user/Work/scans/' + name, 'w') as file:
        file.write(pdf([what, '', 'Sheet %d of the pile' % number, 'Elmbridge, {month 0 month}']))
